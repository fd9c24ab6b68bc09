// Decisions about calls. Each names the call as it was seen, so it is refused if another person was first.
import { html } from '../html.js';
import { post } from '../api.js';
import { json, money } from '../format.js';
import { t, term } from '../i18n.js';
import { readDocument } from '../json.js';
import { visibleJson } from '../unseen.js';
import { openAct, reasonField } from './dialog.js';
import { offText } from './switched-off.js';
import { diffView, lineDiff } from './diff.js';
import { explained } from './explanation.js';
import { longText, unopened } from './long-text.js';

function decide(run, call, word, body, key) {
  const seen = { phase: call.phase, iteration: call.iteration, digest: call.digest, id: call.id };
  // not each id can be part of an address
  return post(`runs/${run}/tool-calls/-:${word}`, { call: seen, ...body }, { key });
}

/** The key of a text of a call in its present state. */
export function keyOf(run, call, part) {
  return [run, call.phase, call.iteration, call.id, call.digest, part].join('/');
}

function whatRuns(run, call) {
  return html`<p><code>${call.tool}</code> ${call.id}</p>
    ${call.diff ? diffView(keyOf(run, call, 'diff'), call.diff) : longText(keyOf(run, call, 'arguments'), json(call.arguments))}`;
}

function unopenedOf(run, call) {
  return call.diff ? unopened(keyOf(run, call, 'diff'), call.diff) : unopened(keyOf(run, call, 'arguments'), json(call.arguments));
}

export function approve(run, call, after) {
  const { approval } = call;
  const left = approval ? approval.quorum - approval.approvedBy.length - 1 : 0;
  openAct({
    title: t('act.approve.title', { tool: call.tool }),
    draft: keyOf(run, call, 'approve'),
    about: whatRuns(run, call),
    unopened: () => unopenedOf(run, call),
    consequences: [
      left > 0 ? t('act.approve.more', { count: left }) : t('act.approve.consequence'),
      approval?.estimate ? t('act.approve.cost', { usd: money(approval.estimate.amount, approval.estimate.currency) }) : '',
    ],
    fields: [
      ...offField(call),
      reasonField(),
      ...(approval?.estimate ? [{ name: 'upTo', label: t('act.approve.later'), kind: 'number', hint: t('act.approve.later.hint') }] : []),
    ],
    confirm: t('act.approve'),
    run: ({ reason, upTo }, key) => decide(run, call, 'approve', { reason: reason || undefined, ...(upTo ? { forTool: { upTo: Number(upTo) } } : {}) }, key),
    ...after,
  });
}

/** A call of a tool that is switched off is refused all the same, so an approval needs a further yes. */
function offField({ switchedOff }) {
  return switchedOff ? [{ name: 'despite', label: `${offText(switchedOff)} ${t('off.despite')}`, kind: 'checkbox', required: true }] : [];
}

export function deny(run, call, after) {
  openAct({
    title: t('act.deny.title', { tool: call.tool }),
    draft: keyOf(run, call, 'deny'),
    about: whatRuns(run, call),
    consequences: [call.approval ? explained(call.approval.explanations?.ifDenied, call.approval.ifDenied) : t('act.deny.consequence')],
    fields: [reasonField(true)],
    danger: true,
    confirm: t('act.deny'),
    run: ({ reason }, key) => decide(run, call, 'deny', { reason }, key),
    ...after,
  });
}

export function edit(run, call, after) {
  openAct({
    title: t('act.edit.title', { tool: call.tool }),
    draft: keyOf(run, call, 'edit'),
    about: call.diff ? diffView(keyOf(run, call, 'diff'), call.diff) : '',
    unopened: () => unopenedOf(run, call),
    consequences: [t('act.edit.consequence')],
    fields: [{ name: 'arguments', label: t('transcript.arguments'), kind: 'code', value: visibleJson(json(call.arguments)), required: true }, ...offField(call), reasonField()],
    preview: (values) => changesView(run, call, values.arguments),
    confirm: t('act.edit'),
    run: (values, key) => decide(run, call, 'edit', { arguments: readDocument(values.arguments), reason: values.reason || undefined }, key),
    ...after,
  });
}

/** What a person's arguments change of those that the model asked for. */
function changesView(run, call, edited) {
  const changes = lineDiff(visibleJson(json(call.requested ?? call.arguments)), edited);
  return html`<section aria-label=${t('act.edit.changes')}><h3>${t('act.edit.changes')}</h3>
    ${changes ? diffView(keyOf(run, call, 'changes'), changes) : html`<p>${t('act.edit.unchanged')}</p>`}</section>`;
}

export function answer(run, call, after) {
  openAct({
    title: t('act.answer.title'),
    draft: keyOf(run, call, 'answer'),
    about: longText(keyOf(run, call, 'question'), call.question),
    unopened: () => unopened(keyOf(run, call, 'question'), call.question),
    consequences: [t('act.answer.consequence')],
    fields: [
      call.options.length
        ? { name: 'answer', label: t('act.answer'), kind: 'select', value: call.options[0], required: true, options: call.options.map((each) => [each, each]) }
        : { name: 'answer', label: t('act.answer'), kind: 'textarea', required: true },
    ],
    confirm: t('act.answer'),
    run: (values, key) => decide(run, call, 'answer', { answer: values.answer }, key),
    ...after,
  });
}

export function resolve(run, call, after) {
  openAct({
    title: t('act.resolve.title', { tool: call.tool }),
    draft: keyOf(run, call, 'resolve'),
    about: whatRuns(run, call),
    consequences: [t('act.resolve.consequence')],
    fields: [
      { name: 'verdict', label: t('act.resolve.verdict'), kind: 'select', value: 'SUCCEEDED', required: true, options: ['SUCCEEDED', 'FAILED', 'RETRY'].map((each) => [each, term('verdict', each)]) },
      { name: 'result', label: t('act.resolve.result'), kind: 'textarea', hint: t('act.resolve.result.hint') },
      { name: 'evidence', label: t('act.resolve.evidence'), kind: 'textarea', required: true, hint: t('act.resolve.evidence.hint') },
    ],
    confirm: t('act.resolve'),
    run: ({ verdict, result, evidence }, key) => decide(run, call, 'resolve', { verdict, evidence, ...(result ? { result } : {}) }, key),
    ...after,
  });
}

export function assign(run, call, after) {
  openAct({
    title: t('act.assign'),
    consequences: [t('act.assign.consequence')],
    fields: [{ name: 'to', label: t('act.assign.to'), required: true }, reasonField()],
    confirm: t('act.assign'),
    run: ({ to, reason }, key) => decide(run, call, 'delegate', { to, reason: reason || undefined }, key),
    ...after,
  });
}
