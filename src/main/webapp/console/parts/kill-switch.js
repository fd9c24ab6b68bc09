// Sets a kill switch: what it would stop is said before. From the page of switches, of a tool, of an agent.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { number } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct, reasonField } from './dialog.js';
import { ENDED } from './status.js';

/** The largest comes last. */
const KINDS = ['TOOL', 'AGENT', 'CODE_REPAIRS', 'STORED_CODE', 'CODE_REUSE', 'DANGEROUS_TOOLS', 'SUBMISSIONS', 'TENANT', 'MODEL_CALLS'];

/**
 * Asks what is to be switched off, and for what reason.
 *
 * @param chosen `{kind, name}` that the form begins with
 * @param done called when it is done
 */
export async function switchOff(chosen, done) {
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
      { name: 'kind', label: t('kill.kind'), kind: 'select', value: chosen.kind ?? KINDS[0], required: true, options: KINDS.map((each) => [each, term('kill', each)]) },
      { name: 'name', label: t('kill.name'), value: chosen.name, required: true, when: ({ kind }) => names[kind], suggestions: ({ kind }) => names[kind] },
      { name: 'unknown', label: t('kill.unknown'), kind: 'checkbox', required: true, when: isUnknown },
      reasonField(true),
    ],
    preview: (values) => html`<p role="status">${stops(values)}</p>`,
    danger: true,
    run: (values, key) => {
      const { kind, name, reason } = values;
      return post('admin/kill-switches', { kind, reason, ...(names[kind] ? { name } : {}), ...(isUnknown(values) ? { unknown: true } : {}) }, { key });
    },
    done,
  });
}

/** For the page of what can be switched off; nothing for those who may not, or if it is off already. */
export function switchOffButton(chosen, off, done) {
  return hasRole('admin') && !off ? html`<button type="button" class="danger" @click=${() => switchOff(chosen, done)}>${t('kill.switchOff')}…</button>` : nothing;
}
