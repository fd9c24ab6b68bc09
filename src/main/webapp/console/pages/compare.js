// Two runs: their figures, what their results differ in, and their transcripts side by side, in which what is the same is folded.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { number } from '../format.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { diffView, lineDiff } from '../parts/diff.js';
import { pages, poll, source } from '../parts/source.js';
import { empty } from '../parts/table.js';
import { MOST_PAIRS } from './compare/align.js';
import { rowView } from './compare/row.js';
import { differences, rowsOf } from './compare/rows.js';
import { totals } from './compare/totals.js';
import { entriesOf } from './run/entries.js';

/** Events in a request, and in each of the parts that a person asks for. */
const PAGE = 200;
const PART = 2000;
const UNCHANGING = ['COMPLETED', 'CANCELLED'];

export function open({ query, update }) {
  /** @type {[string, string]} */
  const ids = [query.get('left'), query.get('right')];
  if (!ids[0] || !ids[1]) {
    return { title: () => t('compare.title'), view: () => html`<h1>${t('compare.title')}</h1>${choose(ids)}` };
  }
  const runs = ids.map((id) => source(() => get(`runs/${id}`), update));
  const sides = ids.map((id, i) => ({
    run: runs[i],
    events: pages(async ({ after }) => part(id, after ?? await inherited(runs, i)), update, (event) => event.sequence),
  }));
  let compared = { rows: [] };
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
        ${sides.map((side) => html`${side.run.view(() => nothing)} ${side.run.value ? side.events.view(() => nothing) : nothing}`)}
        ${ready ? content(sides, compared, update) : nothing}`;
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

function conversation(entries) {
  return entries.filter((entry) => ['phase', 'model', 'person', 'fault'].includes(entry.kind));
}

function compare(sides) {
  const entries = sides.map((side) => conversation(entriesOf(side.events.value.items)));
  return { of: sides.map((side) => side.events.value), entries, rows: rowsOf(entries, sides.map((side) => !side.events.value.next)) };
}

function content(sides, compared, update) {
  const runs = sides.map((side) => side.run.value);
  const [left, right] = runs.map((run) => run.progress?.outcome?.output);
  return html`${totals(runs)}
    ${left !== undefined && right !== undefined
      ? html`<h2>${t('compare.result')}</h2>${left === right ? html`<p class="muted">${t('compare.sameResult')}</p>` : diffView(`compare ${runs.map((run) => run.id)}`, lineDiff(left, right))}`
      : nothing}
    <h2>${t('compare.transcripts')}</h2>
    <div class="pairs">${compared.rows.map((row) => rowView(row, runs, update))}</div>
    ${further(sides, compared)}`;
}

function verdict(sides, { rows }) {
  const { first, ...counts } = differences(rows);
  const isWhole = !sides.some((side) => side.events.value.next);
  const [until, otherUntil] = sides.map((side) => number(lastOf(side.events)));
  const [last, otherLast] = sides.map((side) => number(side.run.value.lastSequence));
  const found = first ? t('compare.differ', { entry: number(first), changed: number(counts.changed), left: number(counts.left), right: number(counts.right) }) : t(isWhole ? 'compare.same' : 'compare.noneYet');
  return html`${found} ${isWhole ? nothing : t('compare.soFar', { until, last, otherUntil, otherLast })}`;
}

/** Goes on with both, as far as a browser can compare them. */
function further(sides, { entries }) {
  const left = sides.filter((side) => side.events.value.next);
  return left.length > 0 && entries[0].length * entries[1].length < MOST_PAIRS
    ? html`<p><button type="button" @click=${() => left.forEach((side) => side.events.more())}>${t('table.more')}</button></p>`
    : nothing;
}
