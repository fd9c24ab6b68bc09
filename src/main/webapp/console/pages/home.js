// The first page: whether anything is wrong, what needs a person, how it goes, what it costs, and how healthy everything is.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { distance, money, number, serverName, shortId } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { shares } from '../parts/chart.js';
import { costChart, durationChart, figures, readCourse, runsChart, since, timeChoice, timeOf } from '../parts/course.js';
import { poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, table } from '../parts/table.js';
import { budgetBars } from './budgets.js';
import { groupLine } from './failures/groups.js';
import { verdict } from './home/verdict.js';
import { phaseOf } from './runs/columns.js';
import { stateOf } from './servers.js';

/** How many causes of failures are shown. */
const TOP = 5;

export function open({ query, update }) {
  const over = timeOf(query);
  const read = (path, parameters) => source(() => get(path, parameters), update);
  const data = {
    over,
    course: source(() => readCourse(over), update),
    inbox: read('approvals', { limit: 5 }),
    counts: read('run-counts'),
    causes: source(() => get('failures', { endedAfter: since('day') }), update),
    running: read('runs', { status: 'RUNNING', limit: 10 }),
    budgets: read('budgets'),
    queue: read('queue'),
    breakers: read('breakers'),
    quotas: read('quotas'),
    maintenance: read('admin/maintenance'),
    switches: read('admin/kill-switches'),
    mcp: read('mcp-servers'),
  };
  const { over: _, inbox, counts: numbers, causes, running: runs, course, ...slow } = data;
  const stops = [poll(5, inbox), poll(10, numbers, causes, runs, course), poll(30, ...Object.values(slow))];
  return {
    title: () => t('home.title'),
    close: () => stops.forEach((stop) => stop()),
    view: () => html`<h1 class="unseen">${t('home.title')}</h1>
      ${verdict(data)}
      <div class="panels">
        <section class="panel" aria-labelledby="needs"><h2 id="needs">${t('home.needs')}</h2>${needs(data)}</section>
        <section class="panel" aria-labelledby="failed"><h2 id="failed">${t('home.failures')}</h2>${failures(data)}</section>
      </div>
      <section aria-labelledby="course"><header class="page"><h2 id="course">${t('home.course')}</h2>${timeChoice('/', over, ['hour', 'day', 'week'])}</header>
        ${course.view((it) => html`${figures(it)}<div class="charts">${runsChart(it)} ${durationChart(it)} ${costChart(it)}</div>`)}
      </section>
      <section aria-labelledby="runs"><h2 id="runs">${t('home.running')}</h2>${counts(data)} ${running(data)}</section>
      <div class="panels">
        <section class="panel" aria-labelledby="cost"><h2 id="cost">${t('home.cost')}</h2>${spending(data)} ${data.budgets.view(({ items }) => (items.length === 0 ? nothing : html`<h3>${t('budgets.title')}</h3>${budgetBars(items)}`))}</section>
        <section class="panel" aria-labelledby="health"><h2 id="health">${t('home.health')}</h2>${health(data)}</section>
      </div>`,
  };
}

function needs({ inbox, counts: numbers }) {
  return inbox.view((page) => {
    const waiting = Object.entries(page.counts ?? {}).filter(([, count]) => count > 0);
    const dead = numbers.value?.items.find((each) => each.status === 'DEAD_LETTER');
    if (waiting.length === 0 && !dead?.count) {
      return empty(t('inbox.empty'), html`<a href="#/runs">${t('inbox.empty.next')}</a>`);
    }
    return html`<ul class="counts">
        ${waiting.map(([kind, count]) => html`<li><a href=${link('/inbox', { waitingFor: kind })}><b>${number(count)}</b> ${t(`waitingCount.${kind}`, { count })}</a></li>`)}
        ${dead?.count ? html`<li><a href=${link('/runs', { status: 'DEAD_LETTER' })}><b>${number(dead.count)}${dead.orMore ? '+' : ''}</b> ${term('status', 'DEAD_LETTER')}</a></li>` : nothing}
      </ul>
      <ul class="list">${page.items.map((item) => html`<li data-row><a href=${link('/inbox', { run: item.run })}>${item.agent} <code>${shortId(item.run)}</code></a> ${term('waitingFor', item.waitingFor)} <small>${distance(item.since)}</small></li>`)}</ul>`;
  });
}

function failures({ causes }) {
  return causes.view(({ items }) => (items.length === 0
    ? html`<p class="muted">${t('home.noFailures')}</p>`
    : html`<ul class="list causes">${items.slice(0, TOP).map((group) => html`<li data-row>${groupLine(group, 'day')}</li>`)}</ul>
      <p><a href="#/failures">${t('failures.all')}${items.length > TOP ? ` (${number(items.length)})` : ''}</a></p>`));
}

function counts({ counts: numbers }) {
  return numbers.view((list) => html`<ul class="counts">${list.items.filter((each) => each.count > 0).map((each) => html`<li><a href=${link('/runs', { status: each.status })}>${term('status', each.status)} <b>${number(each.count)}${each.orMore ? '+' : ''}</b></a></li>`)}</ul>`);
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

/** Which agents and models the money of the chosen time went to. */
function spending({ course }) {
  const top = (items, linkOf) => shares(items.filter(({ sums }) => sums.cost > 0).slice(0, 5).map(({ name, sums }) => ({ name: name || t('activity.tools'), value: sums.cost, link: linkOf?.(name) })), money);
  const it = course.value;
  return it && it.all.sums.cost > 0
    ? html`<h3>${t('activity.agents')}</h3>${top(it.agents, (agent) => link('/runs', { agent, createdAfter: it.from }))}<h3>${t('activity.models')}</h3>${top(it.models)}`
    : nothing;
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
