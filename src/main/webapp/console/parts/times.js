// Times that end now: what lists and statistics are about unless a person names moments.

const HOUR = 3_600_000;
/** How long each is. */
export const TIMES = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR };

/** When a time began, on a whole minute: what is asked for again within it has the same address. */
export function since(over, now = Date.now()) {
  return new Date(Math.floor((now - TIMES[over]) / 60_000) * 60_000).toISOString();
}
