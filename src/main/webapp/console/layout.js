// What surrounds each page: the bar on top, the pages, who is logged in, and how things are shown.
import { html, nothing } from './html.js';
import { LANGUAGES, language, t } from './i18n.js';
import { location } from './router.js';
import { prefer, preference } from './preferences.js';
import { caller, logOut } from './session.js';
import { AREAS } from './areas.js';
import { waiting } from './attention.js';
import { findView } from './find.js';

/** Whether the pages are shown where there is no room for them beside the page. */
let isOpen = false;

/** Folds the pages away. Returns whether they were shown. */
export function fold() {
  const was = isOpen;
  isOpen = false;
  return was;
}

function navigation() {
  const [here = ''] = location().parts;
  return html`<nav id="pages" aria-label=${t('nav.label')}>
    ${AREAS.map(
      ([area, pages]) => html`<h2>${t(`nav.${area}`)}</h2>
        <ul>
          ${pages.map(
            ([path, name]) => html`<li>
              <a href="#/${path}" aria-current=${path === here ? 'page' : 'false'}><span>${t(`${name}.title`)}</span>${path === 'inbox' ? waitingNumber() : nothing}</a>
            </li>`,
          )}
        </ul>`,
    )}
  </nav>`;
}

function waitingNumber() {
  return waiting() > 0 ? html`<span class="badge">${waiting()}</span>` : nothing;
}

function choice(name, label, options, byDefault) {
  const chosen = preference(name, byDefault);
  return html`<label class="choice"
    ><span>${label}</span>
    <select @change=${(event) => prefer(name, JSON.parse(event.target.value))}>
      ${options.map(
        ([value, text]) => html`<option value=${JSON.stringify(value)} ?selected=${value === chosen}>${text}</option>`,
      )}
    </select></label
  >`;
}

function person() {
  const who = caller();
  return html`<details class="person" @keydown=${close} @focusout=${close}>
    <summary><span class="unseen">${t('layout.person')}</span><span class="name">${who.name}<small> ${who.tenant}</small></span></summary>
    <div>
      <small>${who.roles.join(', ')}</small>
      ${choice('language', t('layout.language'), LANGUAGES.map((each) => [each, t(`language.${each}`)]), language())}
      ${choice('theme', t('layout.theme'), ['system', 'light', 'dark'].map((each) => [each, t(`theme.${each}`)]), 'system')}
      ${choice('density', t('layout.density'), ['compact', 'wide'].map((each) => [each, t(`density.${each}`)]), 'compact')}
      ${choice('utc', t('layout.times'), [[false, t('times.local')], [true, 'UTC']], false)}
      <button type="button" @click=${logOut}>${t('layout.logout')}</button>
    </div>
  </details>`;
}

/** Closes what is open when the person leaves it. */
function close(event) {
  const left = event.type === 'focusout' && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget);
  if (left || event.key === 'Escape') {
    event.currentTarget.open = false;
  }
}

export function layout(page, update) {
  const toggle = () => {
    isOpen = !isOpen;
    update();
  };
  return html`<a class="skip" href="#main" @click=${skip}>${t('layout.skip')}</a>
    <header class="top">
      <button type="button" class="menu" aria-label=${t('nav.label')} aria-controls="pages" aria-expanded=${String(isOpen)} @click=${toggle}>☰</button>
      <a class="brand" href="#/">Reprise</a>
      ${findView(update)}
      <a class="waiting" href="#/inbox"><span>${t('inbox.title')}</span> ${waitingNumber()}</a>
      ${person()}
    </header>
    <div class="frame ${isOpen ? 'open' : ''}">
      ${navigation()}
      <main id="main" tabindex="-1">${page.view()}</main>
    </div>`;
}

/** The address after the # names the page, so the link may not change it. */
function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}
