// One row of two transcripts: the entries of both side by side, and the differences of their texts, arguments and results.
import { html, nothing } from '../../html.js';
import { excerpt, json, millis, money, number } from '../../format.js';
import { t } from '../../i18n.js';
import { link } from '../../router.js';
import { diffView, lineDiff } from '../../parts/diff.js';
import { summaryOf } from '../run/event-text.js';
import { callsOf } from './rows.js';

/** Characters of a text that only one run has, and of one that both have. */
const SHOWN = 2000;
const SHOWN_SAME = 300;
/** The runs of equal entries that are unfolded, by the events of their first ones. Only those are drawn. */
const unfolded = new Set();

export function rowView(row, runs, update) {
  return row.same ? sameView(row.same, runs, update) : differingView(row, runs);
}

function sameView(pairs, runs, update) {
  const key = `${runs[0].id} ${pairs[0][0].sequence}`;
  const toggle = (event) => {
    if (unfolded.has(key) !== event.target.open) {
      unfolded[event.target.open ? 'add' : 'delete'](key);
      update();
    }
  };
  return html`<details class="same" ?open=${unfolded.has(key)} @toggle=${toggle}>
    <summary>${t('compare.sameEntries', { count: number(pairs.length) })}</summary>
    ${unfolded.has(key) ? pairs.map(([left, right]) => html`<article class="pair">${heads(left, right, runs)}<div class="both">${entryView(left)}</div></article>`) : nothing}
  </details>`;
}

function differingView({ left, right }, runs) {
  const isPair = left && right;
  return html`<article class="pair differs ${isPair ? 'changed' : left ? 'removed' : 'added'}">
    <p class="mark">${t(isPair ? 'compare.changed' : left ? 'compare.leftAlone' : 'compare.rightAlone')}</p>
    ${heads(left, right, runs)}
    ${isPair ? html`<div class="both">${changes(left, right)}</div>` : html`<div class=${left ? 'on-left' : 'on-right'}>${entryView(left ?? right)}</div>`}
  </article>`;
}

/** What each is, when it was, and what it cost. */
function heads(left, right, runs) {
  return [left, right].map((entry, i) => html`<header class=${i === 0 ? 'on-left' : 'on-right'}>${entry
    ? html`<b>${entry.kind === 'fault' ? summaryOf(entry.event) : t(`entry.${entry.kind}`)}</b>
        <small><a href=${link(`/runs/${runs[i].id}/events/${entry.sequence}`)} title=${entry.at}>+${millis(Math.max(0, Date.parse(entry.at) - Date.parse(runs[i].createdAt)))}</a>${entry.cost ? ` · ${money(entry.cost.amount, entry.cost.currency)}` : ''}</small>`
    : nothing}</header>`);
}

function changes(left, right) {
  const name = `${left.sequence} ${right.sequence}`;
  return html`${difference(`${name} text`, left.text, right.text)}
    ${callsOf(left.calls, right.calls).map(({ left: one, right: other }, i) => (one && other
      ? html`${difference(`${name} ${i} arguments`, json(one.arguments), json(other.arguments), html`<code>${one.tool}</code> ${t('transcript.arguments')}`)}
        ${difference(`${name} ${i} result`, resultOf(one), resultOf(other), html`<code>${one.tool}</code> ${t('transcript.result')}`)}`
      : html`<div class="versions"><div class=${one ? 'on-left' : 'on-right'}>${callView(one ?? other)}</div></div>`))}`;
}

/** The difference of two versions, or nothing if there is none. */
function difference(key, before = '', after = '', title) {
  return before === after ? nothing : html`${title ? html`<p>${title}</p>` : nothing}${diffView(`compare ${key}`, lineDiff(before, after))}`;
}

function resultOf({ result, failure }) {
  return result === undefined ? (failure?.message ?? '') : json(result);
}

function entryView(entry, length = SHOWN) {
  return html`${entry.text ? html`<div class="text">${excerpt(entry.text, length)}</div>` : nothing} ${(entry.calls ?? []).map(callView)}`;
}

function callView(call) {
  return html`<details><summary><code>${call.tool}</code> ${call.id}</summary>
    <pre tabindex="0">${excerpt(json(call.arguments), SHOWN)}</pre><pre tabindex="0">${excerpt(resultOf(call), SHOWN)}</pre></details>`;
}
