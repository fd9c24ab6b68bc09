// Switches that stop something at once, on all servers.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { time } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct } from '../parts/dialog.js';
import { switchOff } from '../parts/kill-switch.js';
import { pages, poll } from '../parts/source.js';
import { empty, more, table } from '../parts/table.js';

export function open({ update }) {
  const switches = pages((place) => get('admin/kill-switches', { limit: 100, ...place }), update);
  const admin = hasRole('admin');

  function release(item) {
    openAct({
      title: t('kill.release'),
      about: html`<p>${term('kill', item.kind)} ${item.name ?? ''}</p>`,
      consequences: [t('kill.release.consequence')],
      run: (values, key) => post(`admin/kill-switches/${item.id}:release`, undefined, { key }),
      done: () => switches.load(),
    });
  }

  return {
    title: () => t('kill-switches.title'),
    close: poll(10, switches),
    view: () => html`<h1>${t('kill-switches.title')}</h1>
      ${admin ? html`<div class="acts"><button type="button" class="danger" @click=${() => switchOff({}, () => switches.load())}>${t('kill.set')}…</button></div>` : nothing}
      ${switches.view(({ items }) => (items.length === 0 ? empty(t('kill.empty')) : table(t('kill-switches.title'), [
        [t('kill.kind'), (each) => term('kill', each.kind)],
        [t('kill.name'), (each) => html`${each.name ?? ''} ${each.known ? nothing : html`<span class="status s-UNKNOWN">${t('kill.stopsNothing')}</span>`}`],
        [t('kill.by'), (each) => each.by],
        [t('act.reason'), (each) => each.reason],
        [t('events.at'), (each) => time(each.at)],
        ['', (each) => (admin ? html`<button type="button" @click=${() => release(each)}>${t('kill.release')}…</button>` : nothing)],
      ], items)))} ${more(switches)}`,
  };
}
