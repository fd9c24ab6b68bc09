// A limit of spending that a run has reached: how high it is, what is spent, and what the next call needs.
import { html } from '../html.js';
import { explained } from './explanation.js';

/** The limits of a run's own budget, by the member of the budget that raises them. */
const MEMBERS = { RUN_USD: 'usd', RUN_TOKENS: 'tokens', RUN_MODEL_CALLS: 'modelCalls', RUN_TOOL_CALLS: 'toolCalls', RUN_TIME: 'time' };

export function limitView(reached) {
  return html`<p>${limitText(reached)}</p>`;
}

export function limitText(reached) {
  return explained({ code: 'limit-reached', parameters: { ...reached, model: reached.unpriced } });
}

/** Returns the member of the budget to raise, and the least value that lets the run continue, as far as it is known. */
export function raise(reached) {
  const member = MEMBERS[reached?.kind] ?? 'usd';
  const isKnown = reached?.kind in MEMBERS && reached.needed !== undefined && member !== 'time';
  return { member, least: isKnown ? String(Number((reached.spent + reached.needed).toPrecision(12))) : '' };
}
