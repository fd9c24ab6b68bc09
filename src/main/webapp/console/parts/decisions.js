// Decisions about calls, as acts. Each names the call as it was seen, so it is refused if another person was first.
import { html, nothing } from '../html.js';
import { post } from '../api.js';
import { json, money } from '../format.js';
import { t, term } from '../i18n.js';
import { readDocument } from '../json.js';
import { hasRole } from '../session.js';
import { visibleJson } from '../unseen.js';
import { mayAllow } from './deciders.js';
import { openAct } from './dialog.js';
import { diffView, lineDiff } from './diff.js';
import { explained } from './explanation.js';
import { reasonField } from './fields.js';
import { unopened } from './long-text.js';
import { offText } from './switched-off.js';

/** The key of a text of a call in its present state. */
export function keyOf(run, call, part) {
  return [run, call.phase, call.iteration, call.id, call.digest, part].join('/');
}

/**
 * Returns the decisions about a call that this person may make:
 * `{name, label, key, isMain, isDanger, isOpened, fields, unopened, consequence, preview, send(values, key)}` each. `isOpened` says that a
 * decision is opened before it is made, and `open` that it has a dialog.
 *
 * @param after as those of `openAct`
 */
export function decisionsAbout(run, call, after) {
  if (!hasRole(call.mayDecide?.role)) {
    return [];
  }
  const send = (word, body, key) => post(`runs/${run}/tool-calls/-:${word}`, { call: seen(call), ...body }, { key }); // not each id can be part of an address
  if (call.status === 'UNKNOWN') {
    return [resolve(send)];
  }
  const pass = passOn((body, key) => send('delegate', body, key), after);
  const allows = mayAllow(call.mayDecide);
  if (call.asking === 'ANSWER') {
    return allows ? [answer(run, call, send), pass] : [pass];
  }
  return [...(allows ? [approve(run, call, send), edit(run, call, send)] : []), deny(call, send), pass];
}

function seen({ phase, iteration, digest, id }) {
  return { phase, iteration, digest, id };
}

function approve(run, call, send) {
  const { approval } = call;
  const left = approval ? approval.quorum - approval.approvedBy.length - 1 : 0;
  return {
    name: 'approve',
    label: t('act.approve'),
    key: 'a',
    isMain: true,
    unopened: () => unopenedOf(run, call),
    consequence: [
      left > 0 ? t('act.approve.more', { count: left }) : t('act.approve.consequence'),
      approval?.estimate ? t('act.approve.cost', { usd: money(approval.estimate.amount, approval.estimate.currency) }) : '',
    ].join(' '),
    fields: [
      ...furtherYes(call),
      short(reasonField()),
      ...(approval?.estimate ? [{ name: 'upTo', label: t('act.approve.later'), kind: 'number', hint: t('act.approve.later.hint'), isRare: true }] : []),
    ],
    send: ({ reason, upTo }, key) => send('approve', { reason: reason || undefined, ...(upTo ? { forTool: { upTo: Number(upTo) } } : {}) }, key),
  };
}

function short(field) {
  return { ...field, rows: 1 };
}

/** What is dangerous needs a further yes, and so does a call of a tool that is switched off, which is refused all the same. */
function furtherYes({ tool, switchedOff, approval }) {
  const isDangerous = approval?.explanations?.why?.parameters?.dangerous;
  return [
    ...(switchedOff ? [{ name: 'despite', label: `${offText(switchedOff)} ${t('off.despite')}`, kind: 'checkbox', required: true }] : []),
    ...(isDangerous ? [{ name: 'dangerous', label: t('act.approve.dangerous', { tool }), kind: 'checkbox', required: true }] : []),
  ];
}

function unopenedOf(run, call) {
  return call.diff ? unopened(keyOf(run, call, 'diff'), call.diff) : unopened(keyOf(run, call, 'arguments'), json(call.arguments));
}

function deny(call, send) {
  return {
    name: 'deny',
    label: t('act.deny'),
    key: 'd',
    isDanger: true,
    isOpened: ({ reason = '' }) => reason.trim() === '',
    consequence: call.approval ? explained(call.approval.explanations?.ifDenied, call.approval.ifDenied) : t('act.deny.consequence'),
    fields: [reasonField(true)],
    send: ({ reason }, key) => send('deny', { reason }, key),
  };
}

function edit(run, call, send) {
  const before = visibleJson(json(call.arguments));
  return {
    name: 'edit',
    label: t('act.edit'),
    key: 'e',
    isOpened: () => true,
    unopened: () => unopenedOf(run, call),
    consequence: t('act.edit.consequence'),
    fields: [{ name: 'arguments', label: t('transcript.arguments'), kind: 'code', value: before, required: true }, ...furtherYes(call), short(reasonField())],
    preview: (values) => changesView(run, call, values.arguments ?? before),
    send: (values, key) => send('edit', { arguments: readDocument(values.arguments ?? before), reason: values.reason || undefined }, key),
  };
}

/** What a person's arguments change of those that the model asked for. */
function changesView(run, call, edited) {
  const changes = lineDiff(visibleJson(json(call.requested ?? call.arguments)), edited);
  return html`<section aria-label=${t('act.edit.changes')}><h4>${t('act.edit.changes')}</h4>
    ${changes ? diffView(keyOf(run, call, 'changes'), changes) : html`<p>${t('act.edit.unchanged')}</p>`}</section>`;
}

function answer(run, call, send) {
  const options = call.options.map((each) => [each, each]);
  return {
    name: 'answer',
    label: t('act.answer'),
    key: 'w',
    isMain: true,
    unopened: () => unopened(keyOf(run, call, 'question'), call.question),
    consequence: t('act.answer.consequence'),
    fields: [options.length
      ? { name: 'answer', label: t('act.answer.choose'), kind: 'choice', required: true, options }
      : { name: 'answer', label: t('act.answer.own'), kind: 'textarea', required: true }],
    send: (values, key) => send('answer', { answer: values.answer }, key),
  };
}

function resolve(send) {
  return {
    name: 'resolve',
    label: t('act.resolve'),
    key: 'r',
    isMain: true,
    consequence: t('act.resolve.consequence'),
    fields: [
      { name: 'verdict', label: t('act.resolve.verdict'), kind: 'choice', required: true, options: ['SUCCEEDED', 'FAILED', 'RETRY'].map((each) => [each, term('verdict', each)]) },
      { name: 'result', label: t('act.resolve.result'), kind: 'textarea', rows: 2, hint: t('act.resolve.result.hint') },
      { name: 'evidence', label: t('act.resolve.evidence'), kind: 'textarea', rows: 2, required: true, hint: t('act.resolve.evidence.hint') },
    ],
    send: ({ verdict, result, evidence }, key) => send('resolve', { verdict, evidence, ...(result ? { result } : {}) }, key),
  };
}

/** Passes a call on to another person. */
export function passOn(send, after) {
  return {
    name: 'assign',
    label: t('act.assign'),
    key: 's',
    open: () => openAct({
      title: t('act.assign'),
      consequences: [t('act.assign.consequence')],
      fields: [{ name: 'to', label: t('act.assign.to'), required: true }, reasonField()],
      confirm: t('act.assign'),
      run: ({ to, reason }, key) => send({ to, reason: reason || undefined }, key),
      done: after.passed,
      outdated: after.passed,
    }),
  };
}

/** What follows from each decision, and without one. */
export function consequences(decisions, late) {
  const told = decisions.filter(({ consequence }) => consequence).map(({ label, consequence }) => [label, consequence]);
  const all = late ? [...told, [t('call.ifLate'), late]] : told;
  return html`<ul class="consequences">${all.map(([label, text]) => html`<li>${all.length > 1 ? html`<b>${label}:</b> ` : nothing}${text}</li>`)}</ul>`;
}
