// The first page: what needs a person first, then what runs, what it costs, and how healthy everything is.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { distance, number, serverName, shortId } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, table } from '../parts/table.js';
import { budgetBars } from './budgets.js';
import { phaseOf } from './runs/columns.js';
import { causes, today } from './runs/filter.js';
import { stateOf } from './servers.js';

export function open({ update }) {
  const read = (path, query) => source(() => get(path, query), update);
  const data = {
    inbox: read('approvals', { limit: 5 }),
    counts: source(() => get('run-counts', { failedAfter: today() }), update),
    running: read('runs', { status: 'RUNNING', limit: 10 }),
    budgets: read('budgets'),
    queue: read('queue'),
    breakers: read('breakers'),
    quotas: read('quotas'),
    maintenance: read('admin/maintenance'),
    switches: read('admin/kill-switches'),
    mcp: read('mcp-servers'),
  };
  const { inbox, counts: numbers, running: runs, ...slow } = data;
  const stops = [poll(5, inbox), poll(10, numbers, runs), poll(30, ...Object.values(slow))];
  return {
    title: () => t('home.title'),
    close: () => stops.forEach((stop) => stop()),
    view: () => html`<h1>${t('home.title')}</h1>
      ${data.switches.value?.items.length ? html`<p class="notice"><a href="#/kill-switches">${t('home.switches', { count: data.switches.value.items.length })}</a></p>` : nothing}
      <section aria-labelledby="needs"><h2 id="needs">${t('home.needs')}</h2>${needs(data)} ${failures(data)}</section>
      <section aria-labelledby="runs"><h2 id="runs">${t('home.running')}</h2>${counts(data)} ${running(data)}</section>
      <div class="columns">
        <section aria-labelledby="cost"><h2 id="cost">${t('home.cost')}</h2>${data.budgets.view((list) => budgetBars(list.items))}</section>
        <section aria-labelledby="health"><h2 id="health">${t('home.health')}</h2>${health(data)}</section>
      </div>`,
  };
}

function needs({ inbox, counts: numbers }) {
  return html`${inbox.view((page) => {
      const waiting = Object.entries(page.counts ?? {}).filter(([, count]) => count > 0);
      const dead = numbers.value?.items.find((each) => each.status === 'DEAD_LETTER');
      if (waiting.length === 0 && !dead?.count) {
        return empty(t('inbox.empty'), html`<a href="#/runs">${t('inbox.empty.next')}</a>`);
      }
      return html`<div class="cards">
        ${waiting.map(([kind, count]) => html`<a class="card" href=${link('/inbox', { waitingFor: kind })}><span class="figure">${number(count)}</span> ${term('waitingCount', kind)}</a>`)}
        ${dead?.count ? html`<a class="card" href=${link('/runs', { status: 'DEAD_LETTER' })}><span class="figure">${number(dead.count)}${dead.orMore ? '+' : ''}</span> ${term('status', 'DEAD_LETTER')}</a>` : nothing}
      </div>
      <ul>${page.items.map((item) => html`<li><a href=${link(`/runs/${item.run}`)}>${item.agent} <code>${shortId(item.run)}</code></a> ${term('waitingFor', item.waitingFor)} · ${distance(item.since)}</li>`)}</ul>`;
    })}`;
}

function failures({ counts: { value } }) {
  return value?.failures?.length ? html`<h3 id="failures">${t('home.failures')}</h3><ul class="counts" aria-labelledby="failures">${causes(value.failures, { endedAfter: today() })}</ul>` : nothing;
}

function counts({ counts: source_ }) {
  return source_.view((list) => html`<ul class="counts">${list.items.filter((each) => each.count > 0).map((each) => html`<li><a href=${link('/runs', { status: each.status })}>${term('status', each.status)} <b>${number(each.count)}${each.orMore ? '+' : ''}</b></a></li>`)}</ul>`);
}

function running({ running: list }) {
  return list.view(({ items }) => (items.length === 0
    ? empty(t('home.nothingRuns'), html`<a href="#/agents">${t('home.start')}</a>`)
    : table(t('home.running'), [
        [t('runs.column.id'), (run) => html`<a href=${link(`/runs/${run.id}`)}><code>${shortId(run.id)}</code></a>`, 'tight'],
        [t('runs.column.agent'), (run) => run.agent],
        [t('runs.column.phase'), phaseOf],
        [t('runs.column.server'), (run) => serverName(run.holder?.server)],
        [t('runs.column.created'), (run) => distance(run.createdAt), 'tight'],
      ], items)));
}

function health({ queue, breakers, quotas, maintenance, mcp }) {
  const open = (breakers.value?.items ?? []).filter((each) => each.state !== 'CLOSED');
  return html`<ul class="health">
    ${(maintenance.value?.servers ?? []).map((server) => html`<li>${status(stateOf(server), 'serverState')} <a href="#/servers">${serverName(server.name)}</a> ${t('home.serverRuns', { count: server.runs })}</li>`)}
    ${queue.value ? html`<li><a href="#/servers">${t('home.queue', { queued: number(queue.value.queued), running: number(queue.value.running), waiting: number(queue.value.waiting) })}</a></li>` : nothing}
    <li><a href="#/breakers">${open.length ? t('home.breakers', { names: open.map((each) => each.name).join(', ') }) : t('home.breakersClosed')}</a></li>
    ${(quotas.value?.items ?? []).map((quota) => html`<li><a href="#/breakers">${t('home.quota', { model: `${quota.provider}/${quota.model}`, until: distance(quota.pausedUntil) })}</a></li>`)}
    ${(mcp.value?.items ?? []).map((server) => html`<li>${status(server.status, 'mcp')} <a href="#/tools">${server.server}</a> ${server.quarantined.length ? t('home.quarantined', { count: server.quarantined.length }) : nothing}</li>`)}
  </ul>`;
}
