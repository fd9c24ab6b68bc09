// What is spent today of each daily limit.
import { html } from '../html.js';
import { get } from '../api.js';
import { money, number, time } from '../format.js';
import { t } from '../i18n.js';
import { poll, source } from '../parts/source.js';
import { bar } from '../parts/status.js';
import { empty } from '../parts/table.js';

export function open({ update }) {
  const budgets = source(() => get('budgets'), update);
  const stop = poll(10, budgets);
  return {
    title: () => t('budgets.title'),
    close: stop,
    view: () => html`<h1>${t('budgets.title')}</h1>
      <p>${t('budgets.about')}</p>
      ${budgets.view(({ items }) => html`${budgetBars(items)} ${items[0] ? html`<p>${t('budgets.until')} ${time(items[0].until)}</p>` : ''}`)}`,
  };
}

export function budgetBars(items) {
  return items.length === 0
    ? empty(t('budgets.empty'), html`<a href="#/configuration">${t('budgets.empty.next')}</a>`)
    : items.map((budget) => {
        const show = budget.unit === 'usd' ? (value) => money(value, budget.currency) : number;
        const whose = budget.agent ?? budget.schedule ?? t('budgets.tenant');
        return bar(budget.spent, budget.limit, `${whose} · ${t(`budgets.unit.${budget.unit}`)}`, `${show(budget.spent)} / ${show(budget.limit)}`);
      });
}
