// Two runs in figures, and by how much the second one is more or less.
import { html, nothing } from '../../html.js';
import { millis, money, number, shortId } from '../../format.js';
import { t } from '../../i18n.js';
import { link } from '../../router.js';
import { status } from '../../parts/status.js';

/** `[name, how it is set, value of a run]` each; a value that is not known is undefined. */
function figures() {
  const usage = (run, ...kinds) => run.progress && kinds.reduce((sum, kind) => sum + (run.progress.usage[kind] ?? 0), 0);
  return [
    [t('runs.column.duration'), millis, (run) => (run.endedAt ?? run.updatedAt) && Date.parse(run.endedAt ?? run.updatedAt) - Date.parse(run.createdAt)],
    [t('runs.column.cost'), money, (run) => run.progress?.cost.amount],
    [t('cost.limit.tokens'), number, (run) => usage(run, 'inputTokens', 'outputTokens')],
    [t('compare.turns'), number, (run) => run.progress?.iterations],
    [t('runs.column.events'), number, (run) => run.lastSequence],
  ];
}

/** @return by how much the second value is more, with its sign; nothing if one of them is not known */
export function differenceOf(left, right, format) {
  if (left === undefined || right === undefined) {
    return '';
  }
  const more = right - left;
  return more === 0 ? '=' : `${more > 0 ? '+' : '−'}${format(Math.abs(more))}`;
}

export function totals(runs) {
  const name = (run) => html`<a href=${link(`/runs/${run.id}`)} title=${run.id}>${run.agent} <code>${shortId(run.id)}</code></a>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('compare.totals')}><table class="totals">
    <caption class="unseen">${t('compare.totals')}</caption>
    <thead><tr><td></td>${runs.map((run) => html`<th scope="col" class="number">${name(run)}</th>`)}<th scope="col" class="number">${t('compare.difference')}</th></tr></thead>
    <tbody>
      <tr><th scope="row">${t('runs.column.status')}</th>${runs.map((run) => html`<td class="number">${status(run.status)}</td>`)}<td></td></tr>
      ${runs.some((run) => run.failure) ? html`<tr><th scope="row">${t('runs.column.failure')}</th>${runs.map((run) => html`<td class="number">${run.failure ? html`<code title=${run.failure.message}>${run.failure.code}</code>` : nothing}</td>`)}<td></td></tr>` : nothing}
      ${figures().map(([title, format, of]) => {
        const values = runs.map(of);
        return html`<tr><th scope="row">${title}</th>${values.map((value) => html`<td class="number">${value === undefined ? '–' : format(value)}</td>`)}<td class="number">${differenceOf(...values, format)}</td></tr>`;
      })}
    </tbody></table></div>`;
}
