// Two runs side by side: outcome, cost and transcript, from the first entry on that differs.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { excerpt, json, money, number, shortId } from '../format.js';
import { t } from '../i18n.js';
import { go, link } from '../router.js';
import { poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty } from '../parts/table.js';
import { entriesOf } from './run/entries.js';
import { summaryOf } from './run/event-text.js';

const PAGE = 200;
const MOST = 5000;

export function open({ query, update }) {
  const ids = [query.get('left'), query.get('right')];
  if (!ids[0] || !ids[1]) {
    return { title: () => t('compare.title'), view: () => html`<h1>${t('compare.title')}</h1>${choose(ids)}` };
  }
  const sides = ids.map((id) => ({ run: source(() => get(`runs/${id}`), update), events: source(() => allEvents(id), update) }));
  return {
    title: () => t('compare.title'),
    close: poll(5, ...sides.flatMap((side) => [side.run, side.events])), // either may still run
    view: () => {
      const ready = sides.every((side) => side.events.value && side.run.value);
      const [left, right] = ready ? sides.map((side, i) => own(side, sides[1 - i])) : [];
      const differs = left && right ? firstDifference(left, right) : 0;
      return html`<h1>${t('compare.title')}</h1>
        ${ready ? html`<p class="first-line" role="status">${shared(sides)} ${differs < 0 ? t('compare.same') : t('compare.from', { entry: differs + 1 })}</p>` : nothing}
        <div class="columns">${sides.map((side, i) => sideView(side, [left, right][i] ?? [], differs))}</div>`;
    },
  };
}

function choose([left, right]) {
  const submit = (event) => {
    event.preventDefault();
    const form = event.target.elements;
    go('/compare', { left: form.left.value.trim(), right: form.right.value.trim() });
  };
  return html`${empty(t('compare.empty'))}<form class="filters" @submit=${submit}>
    <label>${t('compare.left')} <input name="left" required .value=${left ?? ''} /></label>
    <label>${t('compare.right')} <input name="right" required .value=${right ?? ''} /></label>
    <button class="primary">${t('compare.title')}</button></form>`;
}

async function allEvents(id) {
  const all = [];
  for (;;) {
    const page = await get(`runs/${id}/events`, { after: all.at(-1)?.sequence ?? 0, limit: PAGE });
    all.push(...page.items);
    if (page.items.length < PAGE || all.length >= MOST) {
      return all;
    }
  }
}

/** The entries of a run that the other one has not inherited: the record of a fork begins where it was forked. */
function own(side, other) {
  const origin = other.run.value.forkedFrom;
  const after = origin?.run === side.run.value.id ? origin.sequence : 0;
  return entriesOf(side.events.value).filter((entry) => entry.sequence > after);
}

function shared(sides) {
  const fork = sides.map((side) => side.run.value).find((run, i) => run.forkedFrom?.run === sides[1 - i].run.value.id);
  return fork ? t('compare.shared', { sequence: fork.forkedFrom.sequence }) : '';
}

/** What of an entry counts: what was said and called, and what came of it; not when, where and by which event. */
function gist(entry) {
  return json({ kind: entry.kind, text: entry.text, phase: entry.phase, calls: entry.calls?.map(({ id, tool, arguments: given, result, failure }) => ({ id, tool, given, result, failure })) });
}

function conversation(entries) {
  return entries.filter((entry) => ['phase', 'model', 'person', 'fault'].includes(entry.kind));
}

function firstDifference(left, right) {
  const [one, other] = [conversation(left).map(gist), conversation(right).map(gist)];
  const length = Math.max(one.length, other.length);
  for (let i = 0; i < length; i += 1) {
    if (one[i] !== other[i]) {
      return i;
    }
  }
  return -1;
}

function sideView(side, entries, differs) {
  return html`<section class="side">
    ${side.run.view((run) => html`<h2><a href=${link(`/runs/${run.id}`)}>${run.agent} <code>${shortId(run.id)}</code></a> ${status(run.status)}</h2>
      <p>${excerpt(run.progress?.outcome?.output ?? run.progress?.outcome?.failure?.message ?? '', 600)}</p>
      <p>${t('runs.column.cost')}: ${money(run.progress?.cost.amount)} · ${t('cost.limit.tokens')}: ${number((run.progress?.usage.inputTokens ?? 0) + (run.progress?.usage.outputTokens ?? 0))} · ${t('compare.turns')}: ${run.progress?.iterations ?? 0}</p>`)}
    ${side.events.view(() => html`<div class="transcript">${conversation(entries).map((entry, i) => html`<article class="entry ${entry.kind}">
      <header><b>${entry.kind === 'fault' ? summaryOf(entry.event) : t(`entry.${entry.kind}`)}</b> ${differs >= 0 && i >= differs ? html`<span class="status s-WAITING">${t('compare.differs')}</span>` : nothing}</header>
      <div class="text">${excerpt(entry.text ?? '', 2000)}</div>
      ${(entry.calls ?? []).map((call) => html`<details><summary><code>${call.tool}</code> ${call.id}</summary><pre tabindex="0">${excerpt(json(call.arguments), 2000)}</pre><pre tabindex="0">${excerpt(call.result ?? call.failure?.message ?? '', 2000)}</pre></details>`)}
    </article>`)}</div>`)}
  </section>`;
}
