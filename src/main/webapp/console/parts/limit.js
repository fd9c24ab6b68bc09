// A limit of spending that a run has reached: how high it is, what is spent, and what the next call needs.
import { html } from '../html.js';
import { millis, money, number } from '../format.js';
import { t, term } from '../i18n.js';

/** The limits of a run's own budget, by the member of the budget that raises them. */
const MEMBERS = { RUN_USD: 'usd', RUN_TOKENS: 'tokens', RUN_MODEL_CALLS: 'modelCalls', RUN_TOOL_CALLS: 'toolCalls', RUN_TIME: 'time' };

export function limitView({ kind, limit, spent, needed }) {
  const amount = (value) => (value === undefined ? t('act.modelCall.unknown') : inUnit(kind, value));
  return html`<p>${t('limit.reached', { whose: term('limit', kind.replace(/_(USD|TOKENS|TIME|(MODEL|TOOL)_CALLS)$/, '')), limit: amount(limit), spent: amount(spent), needed: amount(needed) })}</p>`;
}

function inUnit(kind, value) {
  if (kind.endsWith('_USD')) {
    return money(value);
  }
  if (kind.endsWith('_TIME')) {
    return millis(value * 1000);
  }
  return `${number(value)} ${t(`budgets.unit.${kind.endsWith('TOKENS') ? 'tokens' : kind.endsWith('MODEL_CALLS') ? 'modelCalls' : 'toolCalls'}`)}`;
}

/** Returns the member of the budget to raise, and the least value that lets the run continue, as far as it is known. */
export function raise(reached) {
  const member = MEMBERS[reached?.kind] ?? 'usd';
  const isKnown = reached?.kind in MEMBERS && reached.needed !== undefined && member !== 'time';
  return { member, least: isKnown ? String(Number((reached.spent + reached.needed).toPrecision(12))) : '' };
}
