// Switches that stop something at once, on all servers.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { time } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct, reasonField } from '../parts/dialog.js';
import { poll, source } from '../parts/source.js';
import { empty, table } from '../parts/table.js';

const KINDS = ['MODEL_CALLS', 'DANGEROUS_TOOLS', 'SUBMISSIONS', 'TOOL', 'AGENT', 'TENANT'];

export function open({ update }) {
  const switches = source(() => get('admin/kill-switches?limit=200'), update);
  const admin = hasRole('admin');

  function set() {
    openAct({
      title: t('kill.set'),
      consequences: [t('kill.set.consequence')],
      fields: [
        { name: 'kind', label: t('kill.kind'), kind: 'select', value: KINDS[0], required: true, options: KINDS.map((each) => [each, term('kill', each)]) },
        { name: 'name', label: t('kill.name'), hint: t('kill.name.hint') },
        reasonField(true),
      ],
      danger: true,
      run: ({ kind, name, reason }, key) => post('admin/kill-switches', { kind, reason, ...(name ? { name } : {}) }, { key }),
      done: () => switches.load(),
    });
  }

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
      ${admin ? html`<div class="acts"><button type="button" class="danger" @click=${set}>${t('kill.set')}…</button></div>` : nothing}
      ${switches.view(({ items }) => (items.length === 0 ? empty(t('kill.empty')) : table(t('kill-switches.title'), [
        [t('kill.kind'), (each) => term('kill', each.kind)],
        [t('kill.name'), (each) => each.name ?? ''],
        [t('kill.by'), (each) => each.by],
        [t('act.reason'), (each) => each.reason],
        [t('events.at'), (each) => time(each.at)],
        ['', (each) => (admin ? html`<button type="button" @click=${() => release(each)}>${t('kill.release')}…</button>` : nothing)],
      ], items)))}`,
  };
}
