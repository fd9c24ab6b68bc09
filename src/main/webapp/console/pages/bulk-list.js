// Acts on many runs: what was done, by whom, and how far it has come.
import { html } from '../html.js';
import { get } from '../api.js';
import { number, shortId, time } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { pages, poll } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, more, table } from '../parts/table.js';

export function open({ update }) {
  const list = pages((place) => get('bulk', { limit: 100, ...place }), update);
  return {
    title: () => t('bulk.title'),
    close: poll(5, list),
    view: () => html`<h1>${t('bulk.title')}</h1>
      ${list.view(({ items }) => (items.length === 0 ? empty(t('bulk.empty'), html`<a href="#/runs">${t('bulk.empty.next')}</a>`) : table(t('bulk.title'), [
        [t('bulk.act'), (each) => html`<a href=${link(`/bulk/${each.id}`)}>${term('bulk', each.act)} <code>${shortId(each.id)}</code></a>`],
        [t('runs.column.status'), (each) => status(each.status)],
        [t('runs.title'), (each) => number(each.runs.total), 'number'],
        [t('bulk.failed'), (each) => number(each.runs.failed), 'number'],
        [t('kill.by'), (each) => each.by],
        [t('act.reason'), (each) => each.reason ?? ''],
        [t('runs.column.created'), (each) => time(each.times.createdAt), 'tight'],
      ], items)))} ${more(list)}`,
  };
}
