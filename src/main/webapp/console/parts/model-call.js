// A model call that costs more than a run may spend on one, so that a person decides.
import { html, nothing } from '../html.js';
import { post } from '../api.js';
import { money } from '../format.js';
import { t } from '../i18n.js';
import { hasRole } from '../session.js';
import { inWords, mayAllow } from './deciders.js';
import { approvalFacts } from './call.js';
import { openAct, reasonField } from './dialog.js';
import { facts } from './table.js';

/** A run pauses before such a call, and waits for a budget until a person has decided. */
export function modelCallView(run, call, after) {
  if (!call) {
    return nothing;
  }
  const isKnown = call.needed !== undefined;
  const amounts = { usd: isKnown ? money(call.needed) : t('act.modelCall.unknown'), limit: money(call.limit) };
  const decide = (word) => () => openAct({
    title: t(`act.modelCall.${word}`),
    consequences: [t(`act.modelCall.${word}.consequence`, amounts)],
    fields: [reasonField()],
    danger: word === 'deny',
    confirm: t(`act.${word}`),
    run: ({ reason }, key) => post(`runs/${run}/model-call:${word}`, { needed: call.needed, reason: reason || undefined }, { key }),
    ...after,
  });
  const approve = mayAllow(call.mayDecide) ? html`<button type="button" class="primary" @click=${decide('approve')}>${t('act.approve')}…</button>` : nothing;
  const assign = () => openAct({
    title: t('act.assign'),
    consequences: [t('act.assign.consequence')],
    fields: [{ name: 'to', label: t('act.assign.to'), required: true }, reasonField()],
    confirm: t('act.assign'),
    run: ({ to, reason }, key) => post(`runs/${run}/model-call:delegate`, { needed: call.needed, to, reason: reason || undefined }, { key }),
    ...after,
  });
  const acts = html`<div class="acts">${approve}<button type="button" @click=${decide('deny')}>${t('act.deny')}…</button>
    <button type="button" @click=${assign}>${t('act.assign')}…</button></div>`;
  return html`<article class="call"><h3>${t('act.modelCall', amounts)}</h3>
    ${facts([...approvalFacts(call), [t('call.mayDecide'), inWords(call.mayDecide)]])} ${hasRole(call.mayDecide.role) ? acts : nothing}</article>`;
}
