// A model call that costs more than a run may spend on one, so that a person decides.
import { html, nothing } from '../html.js';
import { post } from '../api.js';
import { money } from '../format.js';
import { t } from '../i18n.js';
import { hasRole } from '../session.js';
import { approvalFacts, lateText, onKey } from './call.js';
import { inWords, mayAllow } from './deciders.js';
import { decisionForm } from './decision-form.js';
import { passOn } from './decisions.js';
import { reasonField } from './fields.js';
import { facts } from './table.js';

/** A run pauses before such a call, and waits for a budget until a person has decided. */
export function modelCallView(run, call, after, { beside = nothing, isOver = false } = {}) {
  if (!call) {
    return nothing;
  }
  const isKnown = call.needed !== undefined;
  const amounts = { usd: isKnown ? money(call.needed) : t('act.modelCall.unknown'), limit: money(call.limit) };
  const send = (word, body, key) => post(`runs/${run}/model-call:${word}`, { needed: call.needed, ...body }, { key });
  const decision = (name, key, kind) => ({
    name,
    key,
    ...kind,
    label: t(`act.${name}`),
    consequence: t(`act.modelCall.${name}.consequence`, amounts),
    fields: [{ ...reasonField(), rows: 1 }],
    send: ({ reason }, once) => send(name, { reason: reason || undefined }, once),
  });
  const decisions = hasRole(call.mayDecide.role)
    ? [...(mayAllow(call.mayDecide) ? [decision('approve', 'a', { isMain: true })] : []), decision('deny', 'd', { isDanger: true }), passOn((body, key) => send('delegate', body, key), { passed: after.done, ...after })]
    : [];
  return html`<article class="call" tabindex="0" data-call="" aria-label=${t('act.modelCall', amounts)} @keydown=${onKey}><h3>${t('act.modelCall', amounts)}</h3>
    <div class="asked">${facts([...approvalFacts(call, decisions.length === 0), [t('call.mayDecide'), inWords(call.mayDecide)]])}${beside}</div>
    ${decisions.length > 0 ? decisionForm({ key: `${run}/model-call/${call.needed}/${call.until}`, decisions, after, isOver, late: lateText(call) }) : nothing}</article>`;
}
