// What is asked by one entry of the inbox, and the decisions about it.
import { html, keyed, nothing } from '../../html.js';
import { distance, number, shortId } from '../../format.js';
import { t, term } from '../../i18n.js';
import { link } from '../../router.js';
import { callView } from '../../parts/call.js';
import { contextView } from '../../parts/context.js';
import { decisionsAbout } from '../../parts/decisions.js';
import { mayAllow } from '../../parts/deciders.js';
import { limitView } from '../../parts/limit.js';
import { modelCallView } from '../../parts/model-call.js';
import { titleOf } from '../../parts/problem.js';
import { actsOn } from '../run/acts.js';

/** What people do about a run that stands for such a reason. */
const STOPPED = { loop: ['steer', 'resume', 'cancel'], migration: ['migrate', 'cancel'] };

/**
 * @param {object} after
 * @param after.done, after.outdated and after.passed as those of `callView`
 * @param {object} more
 * @param [more.isOver] whether it no longer waits
 * @param [more.others] those that ask for the same: `{opened, unopened}`, entries each
 * @param [more.show] opens another entry
 */
export function openedView(entry, after, { isOver, others, show }) {
  const { item, run, call, modelCall } = entry;
  const beside = contextView(run, item.since, true);
  return html`<section class="item" data-run=${run} aria-label=${`${item.agent} ${shortId(run)}`}>
    <p class="about"><a href=${link(`/runs/${run}`)}>${item.agent} <code>${shortId(run)}</code></a> · ${t('inbox.waits', { what: term('waitingFor', entry.kind), since: distance(item.since), by: item.submittedBy })}</p>
    ${isOver ? html`<p class="notice" role="status">${t('inbox.over')} <button type="button" @click=${() => show()}>${t('inbox.showNext')}</button></p>` : nothing}
    ${keyed(entry.key, call
      ? callView(run, call, after, { beside, isOver, others: othersOf(others, after) })
      : modelCall
        ? modelCallView(run, modelCall, after, { beside, isOver })
        : html`<article class="call" tabindex="0">${stoppedView(item, after, isOver)} ${beside}</article>`)}
    ${others.unopened.length > 0 ? html`<p class="like"><span>${t('inbox.othersUnopened', { count: number(others.unopened.length) })}</span> <button type="button" @click=${() => show(others.unopened[0])}>${t('inbox.openOther')}</button></p>` : nothing}
  </section>`;
}

/** A run that no call keeps waiting: what it needs, and what lets it go on. */
function stoppedView(item, after, isOver) {
  const acts = isOver ? [] : actsOn(item, STOPPED[item.waitingFor] ?? ['resume', 'cancel'], after.done);
  return html`${item.budget?.reached ? limitView(item.budget.reached) : nothing}
    ${acts.length > 0 ? html`<div class="acts">${acts}</div>` : nothing} ${acts.length === 0 && !isOver ? html`<p class="muted">${t('inbox.notYours')}</p>` : nothing}`;
}

/** Several that ask for the same can be decided at once, but none that was not opened, or needs a further yes of its own. */
function othersOf({ opened }, after) {
  const joining = opened.filter(({ run, call }) => mayAllow(call.mayDecide) && isPlain(decisionsAbout(run, call, after)));
  if (joining.length === 0) {
    return undefined;
  }
  return {
    view: html`<label><span><input type="checkbox" name="others" /> ${t('inbox.others', { count: number(joining.length) })}</span></label>`,
    async decide(name, values) {
      const missed = [];
      for (const { run, call } of joining) {
        try {
          await decisionsAbout(run, call, after).find((each) => each.name === name).send({ reason: values.reason }, crypto.randomUUID());
        } catch (fault) {
          missed.push(`${shortId(run)}: ${titleOf(fault)}`); // another person was first, or the server is away: it does not concern the others
        }
      }
      return { count: joining.length - missed.length, missed };
    },
  };
}

/** Whether an approval needs no further yes. */
function isPlain(decisions) {
  const approval = decisions.find(({ name }) => name === 'approve');
  return approval?.unopened() === 0 && approval.fields.every(({ required }) => !required);
}
