// Two transcripts as rows: what is the same in both is folded, what differs stands side by side.
import { align } from './align.js';

/** What of an entry counts: what was said and called, and what came of it; not when, where, by which event and under which id. */
export function gist({ kind, text, phase, calls, event }) {
  return JSON.stringify({ kind, text, phase, fault: event?.type, failure: event?.data?.failure, calls: calls?.map(({ tool, arguments: given, result, failure }) => ({ tool, given, result, failure })) });
}

/**
 * Returns rows `{ same: [[left, right], …] }` or `{ left, right }`, of which one may be absent.
 *
 * @param isWhole whether each of the runs was read to its end: what the rest of the other one may still have is left out
 */
export function rowsOf([left, right], [isLeftWhole, isRightWhole]) {
  const [ones, others] = align(left.map(gist), right.map(gist));
  const rows = [];
  let [i, j] = [0, 0];
  ones.forEach((one, at) => {
    rows.push(...changed(left.slice(i, one), right.slice(j, others[at])));
    const pair = [left[one], right[others[at]]];
    if (rows.at(-1)?.same) {
      rows.at(-1).same.push(pair);
    } else {
      rows.push({ same: [pair] });
    }
    [i, j] = [one + 1, others[at] + 1];
  });
  return [...rows, ...changed(isRightWhole ? left.slice(i) : [], isLeftWhole ? right.slice(j) : [])];
}

/** Between what is the same, entries of one kind are versions of each other, in their order. */
function changed(left, right) {
  const [ones, others] = align(left.map(({ kind }) => kind), right.map(({ kind }) => kind));
  const rows = [];
  let [i, j] = [0, 0];
  const alone = (untilLeft, untilRight) => {
    rows.push(...left.slice(i, untilLeft).map((each) => ({ left: each })), ...right.slice(j, untilRight).map((each) => ({ right: each })));
    [i, j] = [untilLeft + 1, untilRight + 1];
  };
  ones.forEach((one, at) => {
    alone(one, others[at]);
    rows.push({ left: left[one], right: right[others[at]] });
  });
  alone(left.length, right.length);
  return rows;
}

/** How many entries are changed, how many only one of the runs has, and which entry is the first of them all. */
export function differences(rows) {
  const count = (kind) => rows.filter(kind).length;
  const before = rows.findIndex((row) => !row.same);
  return {
    changed: count((row) => row.left && row.right),
    left: count((row) => row.left && !row.right),
    right: count((row) => row.right && !row.left),
    first: before < 0 ? undefined : rows.slice(0, before).reduce((sum, { same }) => sum + same.length, 0) + 1,
  };
}

/** Calls of two replies that are versions of each other: those of the same tool, in their order. */
export function callsOf(left = [], right = []) {
  return changed(left.map((call) => ({ ...call, kind: call.tool })), right.map((call) => ({ ...call, kind: call.tool })));
}
