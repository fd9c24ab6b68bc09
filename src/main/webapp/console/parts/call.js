// A call that waits for a person: what will run, what it costs, who may decide, what follows, and the decisions.
import { html, nothing } from '../html.js';
import { distance, instant, json, money, serverName } from '../format.js';
import { t, term } from '../i18n.js';
import { inWords } from './deciders.js';
import { decisionForm } from './decision-form.js';
import { decisionsAbout, keyOf } from './decisions.js';
import { diffView } from './diff.js';
import { openDialog } from './dialog.js';
import { explained } from './explanation.js';
import { longText } from './long-text.js';
import { problemView } from './problem.js';
import { offText } from './switched-off.js';
import { facts } from './table.js';

/**
 * @param {string} run its id
 * @param {any} call
 * @param {object} after
 * @param [after.done] called when a decision was accepted
 * @param [after.outdated] called with the fault when another person was first
 * @param [after.passed] called when the call was passed on; absent if that is the same as done
 * @param {object} [more]
 * @param [more.beside] what stands beside the arguments
 * @param [more.others] as that of `decisionForm`
 * @param {boolean} [more.isOver] as that of `decisionForm`
 */
export function callView(run, call, after, { beside = nothing, others, isOver = false } = {}) {
  const decisions = decisionsAbout(run, call, { passed: after.done, ...after });
  return html`<article class="call" tabindex="0" data-call=${call.id} aria-label=${t('call.label', { tool: call.tool, call: call.id })} @keydown=${onKey}>
    <h3><code>${call.tool}</code> ${call.id} <small>${heading(call)}</small></h3>
    ${questionView(run, call)}
    ${call.switchedOff ? html`<p class="notice">${offText(call.switchedOff)} ${t('off.call')}</p>` : nothing}
    <div class="asked"><div>${whatRuns(run, call)}</div>${beside} ${factsView(call, decisions.length === 0)}</div>
    ${decisions.length > 0 ? decisionForm({ key: keyOf(run, call, 'decision'), decisions, after, others, isOver, late: lateText(call) }) : nothing}
  </article>`;
}

/** @param isAll whether what follows without a decision is among them, because no decision stands below */
function factsView(call, isAll) {
  return facts([
    [t('call.step'), `${call.phase} ${call.iteration}`],
    [t('call.estimate'), call.approval?.estimate ? money(call.approval.estimate.amount, call.approval.estimate.currency) : undefined],
    ...approvalFacts(call, isAll),
    [t('call.mayDecide'), call.mayDecide && inWords(call.mayDecide)],
    [t('call.begunBy'), call.begunBy ? `${serverName(call.begunBy.server)} ${term('server', call.begunBy.standing ?? '')}` : undefined],
  ]);
}

/** What a call of a tool and one of the model say of the approval that they wait for. */
export function approvalFacts(call, isAll) {
  const { approval, assignedTo } = call;
  return [
    [t('call.approvals'), approval && approval.quorum > 1 ? t('call.quorum', { have: approval.approvedBy.length, need: approval.quorum, by: approval.approvedBy.join(', ') }) : undefined],
    [t('call.ifLate'), isAll ? lateText(call) : undefined],
    [t('call.assignedTo'), assignedTo],
  ];
}

/** What follows without a decision, and when. */
export function lateText({ approval, until }) {
  const when = until ? html`<time datetime=${until} title=${new Date(until).toISOString()}>${instant(until)} (${distance(until)})</time>` : undefined;
  const what = approval && explained(approval.explanations?.ifLate, approval.ifLate);
  return when ? html`${when} · ${what}` : what;
}

/** What the model asks, or why the server asks for an approval; an older server says that in English alone. */
function questionView(run, call) {
  const why = call.approval?.explanations?.why;
  if (why) {
    return html`<p>${t(why.parameters.dangerous ? 'call.mayDangerous' : 'call.may', { tool: call.tool, category: why.parameters.category })} ${explained(why)}</p>`;
  }
  return call.question ? longText(keyOf(run, call, 'question'), call.question) : nothing;
}

function heading(call) {
  return call.status === 'UNKNOWN' ? term('status', 'UNKNOWN') : term('asking', call.asking ?? '');
}

function whatRuns(run, call) {
  if (call.asking === 'ANSWER') {
    return nothing;
  }
  const asked = call.requested && json(call.requested) !== json(call.arguments) ? html`<details><summary>${t('call.requested')}</summary>${longText(keyOf(run, call, 'requested'), json(call.requested))}</details>` : nothing;
  const all = longText(keyOf(run, call, 'arguments'), json(call.arguments));
  return html`${call.diff
    ? html`${diffView(keyOf(run, call, 'diff'), call.diff)}<details><summary>${t('transcript.arguments')}</summary>${all}</details>`
    : html`<h4>${t('transcript.arguments')}</h4>${all}`} ${asked}`;
}

/** Says that another person was first, on a page from which the call goes when it is read again. */
export function refused(fault, reload) {
  openDialog(t('problem.title'), (close) => html`<div role="alert">${problemView(fault)}</div>
    <div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
  reload();
}

/**
 * Reads again after a decision and keeps the place: a call that is gone leaves the focus to the one after it.
 */
export async function keepPlace(load) {
  const here = calls().findIndex((call) => call.contains(document.activeElement));
  await load();
  requestAnimationFrame(() => {
    if (here >= 0 && document.activeElement === document.body) {
      const left = calls();
      (left[Math.min(here, left.length - 1)] ?? document.getElementById('main')).focus();
    }
  });
}

function calls() {
  return [...document.querySelectorAll('article.call[data-call]')];
}

/** Letters count only while the call itself has the focus, so they disturb neither fields nor screen readers. */
export function onKey(event) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const all = calls();
  const here = all.indexOf(event.currentTarget);
  const to = { ArrowDown: here + 1, j: here + 1, ArrowUp: here - 1, k: here - 1 }[event.key];
  if (event.currentTarget.querySelector('decision-form')?.press(event.key)) {
    event.preventDefault();
  } else if (all[to]) {
    event.preventDefault();
    all[to].focus();
  }
}
