// Why runs failed: grouped by code, phase and message. From a group to its runs, to a retry of all of them, and to what became of those.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { distance, excerpt, number } from '../format.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { hasRole } from '../session.js';
import { timeChoice, timeOf } from '../parts/course.js';
import { poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty } from '../parts/table.js';
import { since } from '../parts/times.js';
import { openBulk } from './bulk/preview.js';
import { groupView } from './failures/groups.js';

const RETRIES = 5;

export function open({ query, update }) {
  const over = timeOf(query);
  const agent = query.get('agent') ?? undefined;
  const groups = source(() => get('failures', { endedAfter: since(over), agent }), update);
  const retried = source(retriedLately, update);
  return {
    title: () => t('failures.title'),
    close: poll(10, groups, retried),
    view: () => html`<header class="page"><h1>${t('failures.title')}</h1>${timeChoice('/failures', over, undefined, { agent })}</header>
      ${agent ? html`<p class="notice">${t('failures.only', { agent })} <a href=${link('/failures', { over })}>${t('failures.allAgents')}</a></p>` : nothing}
      ${groups.view(({ items }) => (items.length === 0 ? empty(t('failures.none'), html`<a href="#/runs">${t('runs.empty.next')}</a>`) : causes(items)))}
      ${retried.view(retries)}`,
  };

  function causes(items) {
    const count = items.reduce((sum, each) => sum + each.count, 0);
    return html`<p class="muted">${t('failures.sum', { count: number(count), causes: number(items.length) })}</p>
      <ol class="list causes" aria-label=${t('failures.title')}>${items.map((group) => groupView(group, over, agent, retry(group)))}</ol>`;
  }

  function retry(group) {
    if (!hasRole('operator', 'admin') || !group.failureGroup) {
      return nothing;
    }
    const filter = { failureGroup: group.failureGroup, endedAfter: since(over), ...(agent ? { agent } : {}) };
    const words = t('failures.retry.of', { code: group.failureCode, message: excerpt(group.message ?? '', 120) });
    return html`<button type="button" aria-label=${words} @click=${() => openBulk(filter, words, [{ status: 'FAILED' }])}>${t('bulk.RETRY')}…</button>`;
  }
}

/** The last retries of many, with how their runs stand now, which the list of acts does not have. */
async function retriedLately() {
  const { items } = await get('bulk', { limit: 50 });
  return Promise.all(items.filter(({ act }) => act === 'RETRY').slice(0, RETRIES).map(({ id }) => get(`bulk/${id}`)));
}

function retries(acts) {
  return acts.length === 0 ? nothing : html`<section aria-labelledby="retried"><h2 id="retried">${t('failures.retried')}</h2>
    <ul class="list">${acts.map((each) => html`<li data-row>
      <a href=${link(`/bulk/${each.id}`)}>${t('failures.retried.runs', { count: number(each.runs.total) })}</a>
      <span>${Object.entries(each.runs.byStatus ?? {}).map(([now, count]) => html`${status(now)} ${number(count)} `)}</span>
      <small>${distance(each.times.createdAt)} · ${each.by}${each.reason ? ` · ${each.reason}` : ''}</small></li>`)}</ul></section>`;
}
