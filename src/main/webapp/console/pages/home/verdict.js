// One glance: whether anything is wrong, in one sentence, with a link to each reason.
import { html } from '../../html.js';
import { number } from '../../format.js';
import { t } from '../../i18n.js';
import { stateOf } from '../servers.js';

/** What is wrong, the worst first: `[kind, words, link]` each. A part that is not read yet says nothing. */
export function reasons({ maintenance, breakers, switches, mcp, inbox, causes }) {
  const items = (source) => source.value?.items ?? [];
  const servers = maintenance.value?.servers ?? [];
  const dead = servers.filter((server) => stateOf(server) === 'DEAD').length;
  const paused = servers.filter((server) => stateOf(server) === 'PAUSED').length;
  const open = items(breakers).filter((each) => each.state !== 'CLOSED').length;
  const lost = items(mcp).filter((server) => server.status !== 'CONNECTED').length;
  const waiting = Object.values(inbox.value?.counts ?? {}).reduce((sum, each) => sum + each, 0);
  const failed = items(causes).reduce((sum, each) => sum + each.count, 0);
  return [
    [dead, 'bad', 'dead', '#/servers'],
    [open, 'bad', 'breakers', '#/breakers'],
    [items(switches).length, 'bad', 'switches', '#/kill-switches'],
    [lost, 'bad', 'mcp', '#/tools'],
    [failed, 'bad', 'failed', '#/failures'],
    [paused, 'stuck', 'maintenance', '#/servers'],
    [waiting, 'stuck', 'waiting', '#/inbox'],
  ].filter(([count]) => count > 0).map(([count, kind, name, to]) => ({ kind, text: t(`verdict.${name}`, { count: number(count) }), to }));
}

export function verdict(data) {
  const found = reasons(data);
  return html`<p class="first-line ${found[0]?.kind ?? 'good'}" id="verdict">
    ${found.length === 0 ? t('verdict.fine') : found.map(({ text, to }, i) => html`${i > 0 ? ' · ' : ''}<a href=${to}>${text}</a>`)}
  </p>`;
}
