// Views: filters under a name, kept in this browser. Each is an address, with its name in it, so that it can be sent to others.
import { html, nothing } from '../../html.js';
import { t } from '../../i18n.js';
import { link } from '../../router.js';
import { prefer, preference } from '../../preferences.js';
import { say } from '../../parts/dialog.js';
import { drop } from '../../parts/drop.js';

/** @param name of the view that the address is, if it has one */
export function viewsMenu(filter, name, update) {
  const saved = preference('filters', []);
  const keep = (views) => {
    prefer('filters', views);
    update();
  };
  const save = (event) => {
    event.preventDefault();
    const chosen = event.currentTarget.elements.name.value.trim();
    keep([...saved.filter((each) => each.name !== chosen), { name: chosen, filter }]);
    say(t('views.saved', { name: chosen }));
  };
  return drop(t('views.title'), html`
    ${saved.length === 0 ? html`<p class="muted">${t('views.none')}</p>` : html`<ul class="list">
      ${saved.map((each) => html`<li>
        <a href=${addressOf(each)}>${each.name}</a>
        ${navigator.clipboard ? html`<button type="button" @click=${() => copy(each)} aria-label=${t('views.copyOf', { name: each.name })}>${t('views.copy')}</button>` : nothing}
        <button type="button" aria-label=${t('filter.forget', { name: each.name })} @click=${() => keep(saved.filter((other) => other !== each))}>×</button>
      </li>`)}
    </ul>`}
    ${Object.keys(filter).length > 0
      ? html`<form class="filters" @submit=${save}><label>${t('filter.name')} <input name="name" required maxlength="60" .value=${name ?? ''} /></label><button>${t('filter.save')}</button></form>`
      : html`<p class="muted">${t('views.how')}</p>`}`);
}

function addressOf({ name, filter }) {
  return link('/runs', { ...filter, view: name });
}

async function copy(view) {
  const done = () => say(t('views.copied'));
  await navigator.clipboard.writeText(new URL(addressOf(view), document.baseURI).href).then(done, () => say(t('views.notCopied')));
}
