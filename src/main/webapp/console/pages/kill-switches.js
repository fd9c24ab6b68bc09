// Switches that stop something at once, on all servers.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { number, time } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct, reasonField } from '../parts/dialog.js';
import { pages, poll } from '../parts/source.js';
import { ENDED } from '../parts/status.js';
import { empty, more, table } from '../parts/table.js';

/** The largest comes last. */
const KINDS = ['TOOL', 'AGENT', 'CODE_REPAIRS', 'STORED_CODE', 'CODE_REUSE', 'DANGEROUS_TOOLS', 'SUBMISSIONS', 'TENANT', 'MODEL_CALLS'];

export function open({ update }) {
  const switches = pages((place) => get('admin/kill-switches', { limit: 100, ...place }), update);
  const admin = hasRole('admin');

  async function set() {
    const [tools, agents] = await Promise.all([get('tools'), get('agents')]);
    const names = { TOOL: tools.items.map((it) => it.name), AGENT: [...agents.items.map((it) => it.name), 'trial'] };
    const runs = new Map();
    const isUnknown = ({ kind, name }) => Boolean(names[kind] && name && !names[kind].includes(name));

    async function count(agent) {
      runs.set(agent, undefined);
      const { items } = await get('run-counts', { agent });
      runs.set(agent, items.filter((it) => !ENDED.includes(it.status)).reduce((sum, it) => sum + it.count, 0));
      dialog.update();
    }

    function stops({ kind, name }) {
      if (!names[kind]?.includes(name)) {
        return isUnknown({ kind, name }) ? t('kill.stops.nothing', { name }) : '';
      }
      if (kind === 'TOOL') {
        return t('kill.stops.tool', { agents: agents.items.filter((it) => it.tools?.includes(name)).map((it) => it.name).join(', ') || '–' });
      }
      if (!runs.has(name)) {
        count(name).catch(() => {}); // the figure is an extra
      }
      return runs.get(name) === undefined ? '' : t('kill.stops.agent', { count: number(runs.get(name)) });
    }

    const dialog = openAct({
      title: t('kill.set'),
      consequences: [t('kill.set.consequence')],
      fields: [
        { name: 'kind', label: t('kill.kind'), kind: 'select', value: KINDS[0], required: true, options: KINDS.map((each) => [each, term('kill', each)]) },
        { name: 'name', label: t('kill.name'), required: true, when: ({ kind }) => names[kind], suggestions: ({ kind }) => names[kind] },
        { name: 'unknown', label: t('kill.unknown'), kind: 'checkbox', required: true, when: isUnknown },
        reasonField(true),
      ],
      preview: (values) => html`<p role="status">${stops(values)}</p>`,
      danger: true,
      run: (values, key) => {
        const { kind, name, reason } = values;
        return post('admin/kill-switches', { kind, reason, ...(names[kind] ? { name } : {}), ...(isUnknown(values) ? { unknown: true } : {}) }, { key });
      },
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
        [t('kill.name'), (each) => html`${each.name ?? ''} ${each.known ? nothing : html`<span class="status s-UNKNOWN">${t('kill.stopsNothing')}</span>`}`],
        [t('kill.by'), (each) => each.by],
        [t('act.reason'), (each) => each.reason],
        [t('events.at'), (each) => time(each.at)],
        ['', (each) => (admin ? html`<button type="button" @click=${() => release(each)}>${t('kill.release')}…</button>` : nothing)],
      ], items)))} ${more(switches)}`,
  };
}
