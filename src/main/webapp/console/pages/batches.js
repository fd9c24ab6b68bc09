// Batches: an agent over many items.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { number, shortId, time } from '../format.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { pages, poll } from '../parts/source.js';
import { progress, status } from '../parts/status.js';
import { empty, more, table } from '../parts/table.js';

export function open({ query, update }) {
  const batches = pages((place) => get('batches', { status: query.get('status') ?? undefined, limit: 50, ...place }), update);
  return {
    title: () => t('batches.title'),
    close: poll(5, batches),
    view: () => html`<h1>${t('batches.title')}</h1>
      ${batches.view(({ items }) => (items.length === 0 ? empty(t('batches.empty'), t('batches.empty.next')) : table(t('batches.title'), [
        [t('batches.batch'), (each) => html`<a href=${link(`/batches/${each.id}`)}>${each.name ?? html`<code>${shortId(each.id)}</code>`}</a> ${previewOf(each)}`],
        [t('runs.column.status'), (each) => status(each.status)],
        [t('runs.column.agent'), (each) => each.agent],
        [t('bulk.progress'), (each) => progress(done(each.receipt), each.receipt.items, '', `${number(done(each.receipt))} / ${number(each.receipt.items)}`)],
        [t('bulk.failed'), (each) => number(each.receipt.failed), 'number'],
        [t('runs.column.by'), (each) => each.submittedBy],
        [t('runs.column.created'), (each) => time(each.createdAt), 'tight'],
      ], items)))} ${more(batches)}`,
  };
}

/** What a batch is a preview of, if it is one. */
export function previewOf(batch) {
  return batch.previewOf === undefined ? nothing : html`<small>${t('batches.previewOf', { items: number(batch.previewOf) })}</small>`;
}

/** How many items have ended, well or not. */
export function done(receipt) {
  return receipt.items - receipt.pending;
}
