// One act on many runs: how far it has come, and on which runs it was refused.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { json, number, shortId, time } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { openAct } from '../parts/dialog.js';
import { pages, pollWhile, source } from '../parts/source.js';
import { ENDED, progress, status } from '../parts/status.js';
import { facts, more, table } from '../parts/table.js';
import { addressOf } from './runs/query.js';

export function open({ params, query, update }) {
  const { id } = params;
  const runStatus = query.get('runStatus') ?? undefined;
  const operation = source(() => get(`bulk/${id}`), update);
  const items = pages((place) => get(`bulk/${id}/items`, { limit: 200, runStatus, ...place }), update, (item) => item.run);
  const act = (word) => () => openAct({
    title: t(`bulk.${word}`),
    consequences: [t(`bulk.${word}.consequence`)],
    run: (values, key) => post(`bulk/${id}:${word}`, undefined, { key }),
    done: () => { operation.load(); items.load(); },
  });
  return {
    title: () => t('bulk.title'),
    close: pollWhile(() => mayChange(operation.value), 5, operation, items),
    view: () => operation.view((it) => html`<h1>${term('bulk', it.act)} <code>${shortId(it.id)}</code> ${status(it.status)}</h1>
      ${progress(it.runs.total - it.runs.pending, it.runs.total, t('bulk.progress'), `${number(it.runs.total - it.runs.pending)} / ${number(it.runs.total)}`)}
      ${facts([
        [t('bulk.succeeded'), number(it.runs.succeeded)],
        [t('bulk.failed'), number(it.runs.failed)],
        [t('bulk.now'), Object.entries(it.runs.byStatus ?? {}).map(([each, count]) => html`<a href=${link(`/bulk/${id}`, { runStatus: each })}>${status(each)} ${number(count)}</a> `)],
        [t('kill.by'), it.by],
        [t('act.reason'), it.reason],
        [t('runs.column.created'), time(it.times.createdAt)],
        [t('bulk.ended'), it.times.endedAt ? time(it.times.endedAt) : undefined],
      ])}
      ${about(it.filter)}
      <div class="acts">
        ${isAtWork(it) ? html`<button type="button" class="danger" @click=${act('cancel')}>${t('bulk.cancel')}…</button>` : nothing}
        ${it.runs.failed > 0 && !isAtWork(it) ? html`<button type="button" @click=${act('retry-failed')}>${t('bulk.retry-failed')}…</button>` : nothing}
      </div>
      ${runStatus ? html`<p>${t('bulk.only', { status: term('status', runStatus) })} <a href=${link(`/bulk/${id}`)}>${t('runs.all')}</a></p>` : nothing}
      ${items.view((page) => table(t('bulk.items'), [
        [t('runs.column.id'), (each) => html`<a href=${link(`/runs/${each.run}`)}><code>${shortId(each.run)}</code></a>`],
        [t('bulk.act'), (each) => term('bulkItem', each.status)],
        [t('bulk.now'), (each) => (each.runStatus ? status(each.runStatus) : '')],
        [t('bulk.why'), (each) => each.detail ?? each.code ?? ''],
      ], page.items, (each) => each.run))} ${more(items)}`),
  };
}

/** Which runs were meant, and the way back to those that are like them now. */
function about(filter) {
  const address = addressOf(filter);
  return html`<p>${address ? html`<a href=${link('/runs', address)}>${t('bulk.matchingNow')}</a>` : nothing} ${filter.failureGroup ? html`· <a href="#/failures">${t('failures.all')}</a>` : nothing}</p>
    <details><summary>${t('runs.filter')}</summary><pre tabindex="0">${json(filter)}</pre></details>`;
}

function isAtWork(operation) {
  return ['QUEUED', 'RUNNING'].includes(operation.status);
}

/** What became of the runs is known once they have ended. */
function mayChange(operation) {
  return !operation || isAtWork(operation) || Object.keys(operation.runs.byStatus ?? {}).some((each) => !ENDED.includes(each));
}
