// What part of a time is in view, and what is drawn of it.

/** Less than this is not told apart. */
const LEAST = 20;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 10_800_000, 43_200_000, 86_400_000, 604_800_000, 2_592_000_000];

/** Makes a view smaller or larger by a factor around a time, which stays where it is, within all there is. */
export function zoomed(view, all, factor, around) {
  const whole = all.until - all.from;
  const length = Math.min(whole, Math.max(Math.min(LEAST, whole), (view.until - view.from) * factor));
  const part = (around - view.from) / Math.max(1, view.until - view.from);
  return within({ from: around - part * length, until: around + (1 - part) * length }, all);
}

/** Moves a view by a time, within all there is. */
export function panned(view, all, by) {
  return within({ from: view.from + by, until: view.until + by }, all);
}

function within({ from, until }, all) {
  const shift = Math.max(0, all.from - from) - Math.max(0, until - all.until);
  return { from: Math.max(all.from, from + shift), until: Math.min(all.until, until + shift) };
}

/**
 * Returns the bars of one lane that are in view, in order, each with its spans: those that begin within `least` of a narrow one
 * are one bar with it, so that each can be hit.
 *
 * @param least how long the narrowest bar is that can be hit
 */
export function bars(spans, view, least) {
  const found = [];
  for (const span of spans.filter(({ from, until }) => until >= view.from && from <= view.until).sort((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    const isNarrow = (each) => each.until - each.from < least;
    if (last && isNarrow(span) && isNarrow(last.spans.at(-1)) && span.from < Math.max(last.from + least, last.until)) {
      last.spans.push(span);
      last.until = Math.max(last.until, span.until);
      last.fault ||= Boolean(span.fault);
    } else {
      found.push({ from: span.from, until: span.until, fault: Boolean(span.fault), spans: [span] });
    }
  }
  return found;
}

/** Returns the times of the marks of an axis, at most so many, which are round since the beginning. */
export function ticks(view, start, most) {
  const step = STEPS.find((each) => (view.until - view.from) / each < most) ?? STEPS.at(-1);
  const all = [];
  for (let time = start + Math.ceil((view.from - start) / step) * step; time <= view.until; time += step) {
    all.push(time);
  }
  return all;
}
