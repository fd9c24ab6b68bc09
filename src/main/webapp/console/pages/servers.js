// The queue, the servers, and which of them take no further runs.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { distance, instant, number, serverName, shortId, time } from '../format.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { caller, hasRole } from '../session.js';
import { openAct, reasonField } from '../parts/dialog.js';
import { pages, poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, facts, more, table } from '../parts/table.js';

/** The state of a server, by which people see whether it takes runs. */
export function stateOf(server) {
  return server.up ? (server.maintenance ? 'PAUSED' : 'ALIVE') : 'DEAD';
}

/** How many runs of a server are named before the rest is folded. */
const NAMED = 6;

/** What a server runs, of the runs that this caller sees. */
function runsOf(server, { items = [] } = {}) {
  const runs = items.filter(({ holder }) => holder?.server.split('#')[0] === server.name);
  const links = (list) => list.map((run) => html`<a href=${link(`/runs/${run.id}`)}>${run.agent} <code>${shortId(run.id)}</code></a> `);
  return html`<span class="held">${links(runs.slice(0, NAMED))}</span>
    ${runs.length > NAMED ? html`<details><summary>${t('servers.further', { count: number(runs.length - NAMED) })}</summary><span class="held">${links(runs.slice(NAMED))}</span></details>` : nothing}
    ${!server.up && server.runs > 0 ? html`<small>${t('servers.goOn')}</small>` : nothing}`;
}

/** How many runs it holds, of those that it takes at once. */
function placesOf({ runs, places }) {
  return places === undefined ? number(runs) : t('servers.places', { runs: number(runs), places: number(places) });
}

export function open({ update }) {
  const queue = source(() => get('queue'), update);
  const maintenance = source(() => get('admin/maintenance'), update);
  const held = pages((place) => get('runs', { status: 'RUNNING', limit: 100, ...place }), update);
  const admin = hasRole('admin');

  function begin(server) {
    openAct({
      title: t('maintenance.begin'),
      about: html`<p><code>${server}</code></p>`,
      consequences: [t('maintenance.begin.consequence')],
      fields: [reasonField(true)],
      run: ({ reason }, key) => post('admin/maintenance', { server, reason }, { key }),
      done: () => maintenance.load(),
    });
  }

  function end(item) {
    openAct({
      title: t('maintenance.end'),
      about: html`<p><code>${item.server}</code></p>`,
      consequences: [t('maintenance.end.consequence')],
      run: (values, key) => post(`admin/maintenance/${item.id}:end`, undefined, { key }),
      done: () => maintenance.load(),
    });
  }

  return {
    title: () => t('servers.title'),
    close: poll(5, queue, maintenance, held),
    view: () => html`<h1>${t('servers.title')}</h1>
      ${maintenance.view((it) => (it.servers.length === 0 ? empty(t('servers.empty')) : html`${table(t('servers.servers'), [
        [t('runs.column.server'), (server) => html`<span title=${server.name}>${serverName(server.name)}</span>`, 'tight'],
        [t('runs.column.status'), (server) => status(stateOf(server), 'serverState')],
        [t('servers.heard'), (server) => (server.heardAt ? html`<time datetime=${server.heardAt} title=${`${instant(server.heardAt)} (${server.heardAt})`}>${distance(server.heardAt)}</time>` : nothing), 'tight'],
        [t('servers.version'), (server) => server.version ?? nothing, 'tight'],
        [t('servers.load'), (server) => (server.up && server.processorLoad !== undefined ? `${number(server.processorLoad)} %` : nothing), 'number'],
        [t('servers.held'), placesOf, 'number'],
        [t('runs.title'), (server) => runsOf(server, held.value)],
        ['', (server) => (admin && server.up && !server.maintenance ? html`<button type="button" @click=${() => begin(server.name)}>${t('maintenance.begin')}…</button>` : nothing)],
      ], it.servers)}
      ${it.items.map((item) => html`<p class="notice">${t('maintenance.since', { server: serverName(item.server), by: item.by, reason: item.reason })} ${time(item.at)}
        ${admin ? html`<button type="button" @click=${() => end(item)}>${t('maintenance.end')}…</button>` : nothing}</p>`)}`))}
      <h2>${t('servers.queue', { tenant: caller().tenant })}</h2>
      ${queue.view((it) => facts([
        [t('queue.queued'), number(it.queued)],
        [t('queue.running'), number(it.running)],
        [t('queue.waiting'), number(it.waiting)],
        [t('queue.oldest'), it.oldestDue ? html`${time(it.oldestDue)} (${distance(it.oldestDue)})` : undefined],
        [t('queue.maxRunning'), it.maxRunning === undefined ? undefined : number(it.maxRunning)],
        [t('queue.maxQueued'), number(it.maxQueued)],
        [t('queue.refused'), number(it.refused)],
      ]))}
      <details><summary>${t('servers.details')}</summary>
        ${held.view(({ items }) => (items.length === 0 ? empty(t('home.nothingRuns')) : table(t('servers.leases'), [
          [t('runs.column.id'), (run) => html`<a href=${link(`/runs/${run.id}`)}><code>${shortId(run.id)}</code></a>`],
          [t('runs.column.agent'), (run) => run.agent],
          [t('runs.column.server'), (run) => serverName(run.holder?.server)],
          [t('run.lease'), (run) => (run.holder ? time(run.holder.leaseUntil) : '')],
          [t('run.epoch'), (run) => run.epoch, 'number'],
        ], items)))} ${more(held)}</details>`,
  };
}
