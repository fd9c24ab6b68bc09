// A model call that costs more than a run may spend on one, so that a person decides.
import { html, nothing } from '../html.js';
import { post } from '../api.js';
import { money } from '../format.js';
import { t } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct, reasonField } from './dialog.js';

/** A run pauses before such a call, and waits for a budget until a person has decided. */
export function modelCallView(run, after) {
  const reached = (run.progress?.budget ?? run.budget)?.reached;
  if (reached?.kind !== 'CALL_USD' || run.waitingFor !== 'budget' || !hasRole('approver', 'operator', 'admin')) {
    return nothing;
  }
  const id = run.id ?? run.run;
  const decide = (word) => () => openAct({
    title: t(`act.modelCall.${word}`),
    consequences: [t(`act.modelCall.${word}.consequence`, { usd: money(reached.needed), limit: money(reached.limit) })],
    fields: [reasonField()],
    danger: word === 'deny',
    confirm: t(`act.${word}`),
    run: ({ reason }, key) => post(`runs/${id}/model-call:${word}`, { needed: reached.needed, reason: reason || undefined }, { key }),
    ...after,
  });
  return html`<article class="call"><h3>${t('act.modelCall', { usd: money(reached.needed) })}</h3>
    <div class="acts"><button type="button" class="primary" @click=${decide('approve')}>${t('act.approve')}…</button>
    <button type="button" @click=${decide('deny')}>${t('act.deny')}…</button></div></article>`;
}
