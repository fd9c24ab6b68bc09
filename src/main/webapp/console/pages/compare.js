// Two runs side by side: outcome, cost, and which entries of their transcripts are in one of them alone.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { excerpt, json, money, number, shortId } from '../format.js';
import { t } from '../i18n.js';
import { go, link } from '../router.js';
import { pages, poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty } from '../parts/table.js';
import { MOST_PAIRS, align } from './compare/align.js';
import { entriesOf } from './run/entries.js';
import { summaryOf } from './run/event-text.js';

/** Events in a request, and in each of the parts that a person asks for. */
const PAGE = 200;
const PART = 2000;
const UNCHANGING = ['COMPLETED', 'CANCELLED'];

export function open({ query, update }) {
  const ids = [query.get('left'), query.get('right')];
  if (!ids[0] || !ids[1]) {
    return { title: () => t('compare.title'), view: () => html`<h1>${t('compare.title')}</h1>${choose(ids)}` };
  }
  const runs = ids.map((id) => source(() => get(`runs/${id}`), update));
  const sides = ids.map((id, i) => ({
    run: runs[i],
    events: pages(async ({ after }) => part(id, after ?? await inherited(runs, i)), update, (event) => event.sequence),
  }));
  let compared = {};
  return {
    title: () => t('compare.title'),
    close: poll(5, ...sides.map((side) => ({ load: () => refresh(side) }))), // either may still run
    view: () => {
      const ready = sides.every((side) => side.events.value && side.run.value);
      if (ready && sides.some((side, i) => side.events.value !== compared.of?.[i])) {
        compared = compare(sides);
      }
      return html`<h1>${t('compare.title')}</h1>
        ${ready ? html`<p class="first-line" role="status">${shared(sides)} ${verdict(sides, compared)}</p>` : nothing}
        <div class="columns">${sides.map((side, i) => sideView(side, compared.entries?.[i] ?? []))}</div>
        ${ready ? further(sides, compared) : nothing}`;
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

/** Reads so many events after one. A page of large ones is short, so only an empty one is the end. */
async function part(id, after) {
  const items = [];
  let last = after;
  for (;;) {
    const page = await get(`runs/${id}/events`, { after: last, limit: PAGE });
    items.push(...page.items);
    last = page.nextAfter;
    if (page.items.length === 0) {
      return { items };
    }
    if (items.length >= PART) {
      return { items, nextAfter: last };
    }
  }
}

/** Returns the event of a run up to which the other one has inherited its record: that of a fork begins after it. */
async function inherited(runs, i) {
  const [self, other] = await Promise.all([runs[i].loading, runs[1 - i].loading]);
  return other?.forkedFrom?.run === self?.id ? other.forkedFrom.sequence : 0;
}

async function refresh({ run, events }) {
  if (UNCHANGING.includes(run.value?.status) && isRead(run, events)) {
    return;
  }
  await run.load();
  if (!isRead(run, events)) {
    await events.load();
  }
}

/** Whether there is nothing to read but what a person may ask for. */
function isRead(run, events) {
  return Boolean(events.value?.next) || lastOf(events) >= run.value?.lastSequence;
}

function lastOf(events) {
  return events.value?.items.at(-1)?.sequence ?? 0;
}

function shared(sides) {
  const fork = sides.map((side) => side.run.value).find((run, i) => run.forkedFrom?.run === sides[1 - i].run.value.id);
  return fork ? t('compare.shared', { sequence: fork.forkedFrom.sequence }) : '';
}

/** What of an entry counts: what was said and called, and what came of it; not when, where, by which event and under which id. */
function gist(entry) {
  return json({ kind: entry.kind, text: entry.text, phase: entry.phase, calls: entry.calls?.map(({ tool, arguments: given, result, failure }) => ({ tool, given, result, failure })) });
}

function conversation(entries) {
  return entries.filter((entry) => ['phase', 'model', 'person', 'fault'].includes(entry.kind));
}

/** Returns the entries of both runs; those that only one of them has differ, unless the other one may still have them further on. */
function compare(sides) {
  const entries = sides.map((side) => conversation(entriesOf(side.events.value.items)));
  const common = align(...entries.map((list) => list.map(gist)));
  const marked = entries.map((list, i) => {
    const places = new Set(common[i]);
    const end = sides[1 - i].events.value.next ? (common[i].at(-1) ?? -1) : Infinity;
    return list.map((entry, at) => ({ entry, differs: !places.has(at) && at < end }));
  });
  return { of: sides.map((side) => side.events.value), entries: marked };
}

function verdict(sides, { entries }) {
  const [left, right] = entries.map((list) => list.filter((each) => each.differs).length);
  const first = Math.min(...entries.map((list) => list.findIndex((each) => each.differs)).filter((at) => at >= 0));
  const isWhole = !sides.some((side) => side.events.value.next);
  const [until, otherUntil] = sides.map((side) => number(lastOf(side.events)));
  const [last, otherLast] = sides.map((side) => number(side.run.value.lastSequence));
  const found = left + right > 0 ? t('compare.differ', { entry: number(first + 1), left: number(left), right: number(right) }) : t(isWhole ? 'compare.same' : 'compare.noneYet');
  return html`${found} ${isWhole ? nothing : t('compare.soFar', { until, last, otherUntil, otherLast })}`;
}

/** Goes on with both, as far as a browser can compare them. */
function further(sides, { entries }) {
  const left = sides.filter((side) => side.events.value.next);
  return left.length > 0 && entries[0].length * entries[1].length < MOST_PAIRS
    ? html`<p><button type="button" @click=${() => left.forEach((side) => side.events.more())}>${t('table.more')}</button></p>`
    : nothing;
}

function sideView(side, entries) {
  return html`<section class="side">
    ${side.run.view((run) => html`<h2><a href=${link(`/runs/${run.id}`)}>${run.agent} <code>${shortId(run.id)}</code></a> ${status(run.status)}</h2>
      <p>${excerpt(run.progress?.outcome?.output ?? run.progress?.outcome?.failure?.message ?? '', 600)}</p>
      <p>${t('runs.column.cost')}: ${money(run.progress?.cost.amount)} · ${t('cost.limit.tokens')}: ${number((run.progress?.usage.inputTokens ?? 0) + (run.progress?.usage.outputTokens ?? 0))} · ${t('compare.turns')}: ${run.progress?.iterations ?? 0}</p>`)}
    ${side.events.view(() => html`<div class="transcript">${entries.map(({ entry, differs }) => html`<article class="entry of-${entry.kind}">
      <header><b>${entry.kind === 'fault' ? summaryOf(entry.event) : t(`entry.${entry.kind}`)}</b> ${differs ? html`<span class="status s-WAITING">${t('compare.differs')}</span>` : nothing}</header>
      <div class="text">${excerpt(entry.text ?? '', 2000)}</div>
      ${(entry.calls ?? []).map((call) => html`<details><summary><code>${call.tool}</code> ${call.id}</summary><pre tabindex="0">${excerpt(json(call.arguments), 2000)}</pre><pre tabindex="0">${excerpt(call.result ?? call.failure?.message ?? '', 2000)}</pre></details>`)}
    </article>`)}</div>`)}
  </section>`;
}
