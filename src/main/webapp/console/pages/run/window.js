// A part of a record without gaps, which grows at both ends and keeps so many events that a page of any run stays small.

/** How many events a page has at most. */
export const MOST = 600;

/** Adds events at the end that follow, and drops the first ones if there are too many. */
export function appended(events, more) {
  const next = (events.at(-1)?.sequence ?? more[0]?.sequence - 1) + 1;
  const at = more.findIndex((event) => event.sequence === next);
  return at < 0 ? events : [...events, ...more.slice(at)].slice(-MOST);
}

/** Adds those that come before, and drops the last ones if there are too many. */
export function prepended(events, more) {
  return more.at(-1)?.sequence + 1 === events[0]?.sequence ? [...more, ...events].slice(0, MOST) : events;
}

/** Whether an event is there, and so many before it, or all. */
export function has(events, sequence, before) {
  const first = events[0]?.sequence ?? Infinity;
  return sequence <= (events.at(-1)?.sequence ?? 0) && (first === 1 || first <= sequence - before);
}
