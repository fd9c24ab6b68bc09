// One batch: its progress, its items that failed, and what a person can do to it.
import { html, nothing } from '../html.js';
import { download, get, getTagged, post } from '../api.js';
import { excerpt, money, number, shortId, time } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { hasRole } from '../session.js';
import { openAct, reasonField } from '../parts/dialog.js';
import { pages, pollWhile, source } from '../parts/source.js';
import { progress, status } from '../parts/status.js';
import { empty, facts, more, table } from '../parts/table.js';
import { done, previewOf } from './batches.js';

/** Items that have not ended have no result. */
const STATUSES = ['FAILED', 'COMPLETED', 'SKIPPED', 'CANCELLED'];

export function open({ params, query, update }) {
  const { id } = params;
  const wanted = query.get('status') ?? 'FAILED';
  const batch = source(() => getTagged(`batches/${id}`), update);
  const results = pages((place) => get(`batches/${id}/results`, { status: wanted, limit: 100, ...place }), update, (item) => item.number);

  function act(word) {
    const { etag, value: { neededUsd } } = batch.value;
    openAct({
      title: t(`batch.${word}`),
      consequences: [t(`batch.${word}.consequence`, { usd: money(neededUsd ?? 0) })],
      fields: [reasonField()],
      danger: word === 'cancel',
      run: ({ reason }, key) => post(`batches/${id}:${word}`, { reason: reason || undefined, needed: word === 'approve' ? neededUsd : undefined }, { etag, key }),
      done: () => { batch.load(); results.load(); },
      outdated: () => batch.load(),
    });
  }

  function actsOf({ status: state, receipt, neededUsd }) {
    const approvals = neededUsd !== undefined && hasRole('approver', 'operator', 'admin') ? ['approve'] : [];
    if (!hasRole('submitter', 'operator', 'admin')) {
      return approvals;
    }
    return [
      ...approvals,
      ...(['LOADING', 'QUEUED', 'RUNNING', 'WAITING'].includes(state) ? ['pause', 'cancel'] : []),
      ...(state === 'PAUSED' ? ['resume', 'cancel'] : []),
      ...(['COMPLETED', 'FAILED'].includes(state) && receipt.failed > 0 ? ['retry-failed'] : []),
    ];
  }

  return {
    title: () => t('batches.batch'),
    close: pollWhile(() => mayChange(batch.value?.value), 3, batch, results),
    view: () => batch.view(({ value: it }) => html`<h1>${it.name ?? t('batches.batch')} <code>${shortId(it.id)}</code> ${status(it.status)} ${previewOf(it)}</h1>
      ${it.reason ? html`<p class="first-line stuck">${it.reason}</p>` : nothing}
      ${progress(done(it.receipt), it.receipt.items, t('bulk.progress'), `${number(done(it.receipt))} / ${number(it.receipt.items)}`)}
      <div class="acts">${actsOf(it).map((word) => html`<button type="button" class=${word === 'cancel' ? 'danger' : ''} @click=${() => act(word)}>${t(`batch.${word}`)}…</button>`)}
        <button type="button" @click=${() => download(`batches/${id}/results.jsonl`, `${id}.jsonl`)}>${t('batch.download')}</button></div>
      ${facts([
        [t('runs.column.agent'), it.agent],
        [t('runs.column.by'), it.submittedBy],
        [t('status.COMPLETED'), number(it.receipt.completed)],
        [t('status.FAILED'), number(it.receipt.failed)],
        [t('status.SKIPPED'), number(it.receipt.skipped)],
        [t('runs.column.cost'), money(it.receipt.usd)],
        [t('cost.limit.tokens'), number(it.receipt.tokens)],
        [t('batch.timeLeft'), it.timeLeft],
        [t('fork.estimate'), it.estimate ? money(it.estimate.usd) : undefined],
        [t('runs.column.created'), time(it.createdAt)],
        [t('bulk.ended'), it.endedAt ? time(it.endedAt) : undefined],
      ])}
      ${it.providerBatches?.length ? html`<h2>${t('batch.providerBatches')}</h2>${table(t('batch.providerBatches'), [
        [t('batch.providerId'), (each) => html`<code>${each.id ?? ''}</code>`],
        [t('runs.column.status'), (each) => term('providerBatch', each.state)],
        [t('batch.items'), (each) => number(each.requests), 'number'],
        [t('batch.submittedAt'), (each) => (each.submittedAt ? time(each.submittedAt) : '')],
      ], it.providerBatches)}` : nothing}
      <h2>${t('batch.items')}</h2>
      <ul class="counts">${STATUSES.map((each) => html`<li><a href=${link(`/batches/${id}`, { status: each })} aria-current=${String(each === wanted)}>${term('status', each)}</a></li>`)}</ul>
      ${results.view(({ items }) => (items.length === 0 ? empty(t('batch.noItems')) : table(t('batch.items'), [
        ['#', (item) => item.number, 'number'],
        [t('batch.key'), (item) => item.key],
        [t('runs.column.status'), (item) => status(item.status)],
        [t('events.what'), (item) => excerpt(item.error?.message ?? item.error?.code ?? item.output ?? '', 300)],
        [t('runs.column.id'), (item) => (item.run ? html`<a href=${link(`/runs/${item.run}`)}><code>${shortId(item.run)}</code></a>` : '')],
        ['USD', (item) => money(item.cost.usd), 'number'],
      ], items, (item) => item.number)))} ${more(results)}`),
  };
}

/** Failed items can be tried again, also by others. */
function mayChange(it) {
  return !(it && (it.status === 'CANCELLED' || (it.status === 'COMPLETED' && it.receipt.failed === 0)));
}
