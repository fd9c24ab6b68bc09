// The queue, the servers, and which of them take no further runs.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { distance, number, serverName, shortId, time } from '../format.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { hasRole } from '../session.js';
import { openAct, reasonField } from '../parts/dialog.js';
import { pages, poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, facts, more, table } from '../parts/table.js';

/** The state of a server, by which people see whether it takes runs. */
export function stateOf(server) {
  return server.up ? (server.maintenance ? 'PAUSED' : 'ALIVE') : 'DEAD';
}

function lostView({ silentSince, runs }) {
  return html`<small>${silentSince ? html`${t('servers.silentSince')} ${time(silentSince)} (${distance(silentSince)}).` : nothing}
    ${runs > 0 ? t('servers.goOn') : nothing}</small>`;
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
      ${queue.view((it) => facts([
        [t('queue.queued'), number(it.queued)],
        [t('queue.running'), number(it.running)],
        [t('queue.waiting'), number(it.waiting)],
        [t('queue.oldest'), it.oldestDue ? html`${time(it.oldestDue)} (${distance(it.oldestDue)})` : undefined],
        [t('queue.maxRunning'), it.maxRunning === undefined ? undefined : number(it.maxRunning)],
        [t('queue.maxQueued'), number(it.maxQueued)],
        [t('queue.refused'), number(it.refused)],
      ]))}
      <h2>${t('servers.servers')}</h2>
      ${maintenance.view((it) => (it.servers.length === 0 ? empty(t('servers.empty')) : html`${table(t('servers.servers'), [
        [t('runs.column.server'), (server) => html`<span title=${server.name}>${serverName(server.name)}</span>`],
        [t('runs.column.status'), (server) => html`${status(stateOf(server), 'serverState')} ${server.up ? nothing : lostView(server)}`],
        [t('runs.title'), (server) => number(server.runs), 'number'],
        ['', (server) => (admin && server.up && !server.maintenance ? html`<button type="button" @click=${() => begin(server.name)}>${t('maintenance.begin')}…</button>` : nothing)],
      ], it.servers)}
      ${it.items.map((item) => html`<p class="notice">${t('maintenance.since', { server: serverName(item.server), by: item.by, reason: item.reason })} ${time(item.at)}
        ${admin ? html`<button type="button" @click=${() => end(item)}>${t('maintenance.end')}…</button>` : nothing}</p>`)}`))}
      <h2>${t('servers.leases')}</h2>
      ${held.view(({ items }) => (items.length === 0 ? empty(t('home.nothingRuns')) : table(t('servers.leases'), [
        [t('runs.column.id'), (run) => html`<a href=${link(`/runs/${run.id}`)}><code>${shortId(run.id)}</code></a>`],
        [t('runs.column.agent'), (run) => run.agent],
        [t('runs.column.server'), (run) => serverName(run.holder?.server)],
        [t('run.lease'), (run) => (run.holder ? time(run.holder.leaseUntil) : '')],
        [t('run.epoch'), (run) => run.epoch, 'number'],
      ], items)))} ${more(held)}`,
  };
}
