// Which runs are meant: in the address of the list, in a request for a list, and in one for an act on many.
import { TIMES, since } from '../../parts/times.js';

/** `created` and `ended` are times that end now, such as `day`, so that a saved view stays true. */
const NAMES = [
  'status', 'agent', 'waitingFor', 'failureCode', 'failureGroup', 'q', 'created', 'ended', 'createdAfter', 'createdBefore', 'endedAfter', 'endedBefore', 'sort',
];
/** What stands in the line of filters; the rest is folded. */
const IN_LINE = ['status', 'agent', 'q', 'created', 'ended'];

/** Reads the filter from the parameters of an address. */
export function filterOf(query) {
  const given = NAMES.map((name) => [name, query.get(name)]).filter(([name, value]) => value && (!['created', 'ended'].includes(name) || Object.hasOwn(TIMES, value)));
  const labels = query.getAll('label').filter(Boolean);
  return { ...Object.fromEntries(given), ...(labels.length > 0 ? { label: labels } : {}) };
}

/** How many of its parts are folded away. */
export function foldedIn(filter) {
  return Object.keys(filter).filter((name) => !IN_LINE.includes(name)).length;
}

/**
 * The filter as `GET /runs` takes it, now.
 *
 * @returns {Record<string, any>}
 */
export function requestOf({ created, ended, ...rest }, now = Date.now()) {
  return {
    ...rest,
    ...(created ? { createdAfter: since(created, now) } : {}),
    ...(ended ? { endedAfter: since(ended, now) } : {}),
  };
}

/** The filter as `POST /bulk` takes it, now. */
export function bulkOf(filter, now = Date.now()) {
  const { label, sort, ...rest } = requestOf(filter, now);
  return { ...rest, ...(label ? { labels: labelsOf(label) } : {}) };
}

/** The address of the runs that an act on many was about, as they are now; undefined if they were named one by one. */
export function addressOf({ runs, labels, ...rest }) {
  return runs ? undefined : { ...rest, ...(labels ? { label: Object.entries(labels).map((each) => each.join('=')) } : {}) };
}

function labelsOf(texts) {
  return Object.fromEntries(texts.map((each) => each.split(/=(.*)/s).slice(0, 2)));
}

/** The filter that a person has chosen in the form. */
export function chosenIn(form, instant) {
  const chosen = {};
  for (const name of NAMES) {
    chosen[name] = form.get(name) || undefined;
  }
  for (const name of ['createdAfter', 'createdBefore', 'endedAfter', 'endedBefore']) {
    chosen[name] &&= instant(chosen[name]);
  }
  const [which, over] = (form.get('time') ?? '').split(':');
  if (over) {
    chosen[which] = over;
    chosen[`${which}After`] = undefined;
  }
  return { ...chosen, label: (form.get('label') ?? '').split(/\s+/).filter(Boolean) };
}
