// What a run has spent, against its budget, and on what.
import { html, nothing } from '../../html.js';
import { get } from '../../api.js';
import { money, number, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { bar } from '../../parts/status.js';
import { pages } from '../../parts/source.js';
import { facts, more, table } from '../../parts/table.js';

export function costView(model, run) {
  const { progress } = run;
  if (!progress) {
    return html`<p>${t('cost.none')}</p>`;
  }
  model.ledger ??= pages((place) => get(`runs/${run.id}/ledger`, place), model.update, keyOf);
  return html`${facts([
      [t('cost.own'), money(progress.cost.amount, progress.cost.currency)],
      [t('cost.all'), money(progress.spent.cost.amount, progress.cost.currency)],
      [t('cost.unknown'), progress.cost.unknownCalls || undefined],
      [t('cost.in'), number(progress.usage.inputTokens)],
      [t('cost.out'), number(progress.usage.outputTokens)],
      [t('cost.cached'), number(progress.usage.cacheReadTokens)],
      [t('cost.estimated'), number(progress.usage.estimatedTokens || undefined)],
      [t('cost.inherited'), progress.inheritedCost.amount ? money(progress.inheritedCost.amount) : undefined],
    ])}
    ${progress.budget ? budgetView(progress.budget) : html`<p>${t('cost.nobudget')}</p>`}
    <h2>${t('cost.ledger')}</h2>
    ${model.ledger.view((ledger) => table(t('cost.ledger'), [
      ['#', (entry) => html`<a href=${`#/runs/${run.id}/events/${entry.sequence}`}>${entry.sequence}</a>`, 'number'],
      [t('events.at'), (entry) => time(entry.at, false), 'tight'],
      [t('cost.kind'), (entry) => term('ledger', entry.kind)],
      [t('events.what'), (entry) => entry.tool ?? (entry.model ? `${entry.model.provider}/${entry.model.name}` : '')],
      [t('cost.in'), (entry) => number(entry.usage?.inputTokens), 'number'],
      [t('cost.out'), (entry) => number(entry.usage?.outputTokens), 'number'],
      [t('cost.estimated'), (entry) => number(entry.usage?.estimatedTokens || undefined), 'number'],
      ['USD', (entry) => (entry.usd === undefined ? '' : money(entry.usd)), 'number'],
    ], ledger.items, keyOf))} ${more(model.ledger)}`;
}

function keyOf({ sequence, callId, kind }) {
  return `${sequence}${callId ?? ''}${kind}`;
}

/** What is spent of each limit of a budget. */
export function budgetView(budget) {
  const { limits, spent } = budget;
  return html`<h2>${t('cost.budget')}</h2>
    ${limits.usd === undefined ? nothing : bar(spent.usd, limits.usd, 'USD', `${money(spent.usd)} / ${money(limits.usd)}`)}
    ${['tokens', 'modelCalls', 'toolCalls'].map((each) =>
      limits[each] === undefined ? nothing : bar(spent[each] ?? 0, limits[each], t(`cost.limit.${each}`), `${number(spent[each] ?? 0)} / ${number(limits[each])}`))}
    ${budget.reached ? html`<p class="notice">${t('cost.reached', { kind: budget.reached.kind })}</p>` : nothing}`;
}
