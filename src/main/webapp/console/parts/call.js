// A call that waits for a person: what will run, what it costs, who may decide, and what follows from each decision.
import { html, nothing } from '../html.js';
import { distance, instant, json, money, serverName } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { inWords, mayAllow } from './deciders.js';
import { diffView } from './diff.js';
import { explained } from './explanation.js';
import { answer, approve, assign, deny, edit, keyOf, resolve } from './decisions.js';
import { longText } from './long-text.js';
import { offText } from './switched-off.js';
import { facts } from './table.js';

/**
 * @param after.done called when a decision was accepted
 * @param after.outdated called when somebody else was first
 */
export function callView(run, call, after, link) {
  const acts = actsOf(run, call, after);
  return html`<article class="call" tabindex="0" data-call=${call.id} aria-label=${t('call.label', { tool: call.tool, call: call.id })}
      @keydown=${(event) => onKey(event, acts)}>
    <h3>${link ?? nothing} <code>${call.tool}</code> ${call.id} <small>${heading(call)}</small></h3>
    ${questionView(run, call)}
    ${call.switchedOff ? html`<p class="notice">${offText(call.switchedOff)} ${t('off.call')}</p>` : nothing}
    ${whatRuns(run, call)}
    ${facts([
      [t('call.step'), `${call.phase} ${call.iteration}`],
      [t('call.estimate'), call.approval?.estimate ? money(call.approval.estimate.amount, call.approval.estimate.currency) : undefined],
      ...approvalFacts(call),
      [t('call.mayDecide'), call.mayDecide && inWords(call.mayDecide)],
      [t('call.begunBy'), call.begunBy ? `${serverName(call.begunBy.server)} ${term('server', call.begunBy.standing ?? '')}` : undefined],
    ])}
    <div class="acts">${acts.map(({ label, key, act, primary, danger }) => html`<button type="button" class=${primary ? 'primary' : danger ? 'danger' : ''} aria-keyshortcuts=${key} @click=${act}>${label}… <kbd>${key}</kbd></button>`)}</div>
  </article>`;
}

/** What a call of a tool and one of the model say of the approval that they wait for. */
export function approvalFacts({ approval, until, assignedTo }) {
  return [
    [t('call.approvals'), approval && approval.quorum > 1 ? t('call.quorum', { have: approval.approvedBy.length, need: approval.quorum, by: approval.approvedBy.join(', ') }) : undefined],
    [t('call.until'), until ? html`<time datetime=${until} title=${new Date(until).toISOString()}>${instant(until)} (${distance(until)})</time>` : undefined],
    [t('call.ifLate'), approval && explained(approval.explanations?.ifLate, approval.ifLate)],
    [t('call.assignedTo'), assignedTo],
  ];
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
  return html`${call.diff ? diffView(keyOf(run, call, 'diff'), call.diff) : nothing}
    <details ?open=${!call.diff}><summary>${t('transcript.arguments')}</summary>${longText(keyOf(run, call, 'arguments'), json(call.arguments))}</details>${asked}`;
}

/** The decisions that are possible, each with the key that opens it while the call has the focus. */
function actsOf(run, call, after) {
  if (!hasRole(call.mayDecide?.role)) {
    return [];
  }
  if (call.status === 'UNKNOWN') {
    return [{ label: t('act.resolve'), key: 'r', primary: true, act: () => resolve(run, call, after) }];
  }
  const decisions = call.asking === 'ANSWER'
    ? [{ label: t('act.answer'), key: 'w', primary: true, allows: true, act: () => answer(run, call, after) }]
    : [
      { label: t('act.approve'), key: 'a', primary: true, allows: true, act: () => approve(run, call, after) },
      { label: t('act.edit'), key: 'e', allows: true, act: () => edit(run, call, after) },
      { label: t('act.deny'), key: 'd', danger: true, act: () => deny(run, call, after) },
    ];
  const pass = { label: t('act.assign'), key: 's', act: () => assign(run, call, after) };
  return [...decisions, pass].filter(({ allows }) => !allows || mayAllow(call.mayDecide));
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
function onKey(event, acts) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const all = calls();
  const here = all.indexOf(event.currentTarget);
  const to = { ArrowDown: here + 1, j: here + 1, ArrowUp: here - 1, k: here - 1 }[event.key];
  const chosen = acts.find((each) => each.key === event.key);
  if (chosen || (to !== undefined && all[to])) {
    event.preventDefault();
    if (chosen) {
      chosen.act();
    } else {
      all[to].focus();
    }
  }
}
