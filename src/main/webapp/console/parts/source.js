// Something that a page reads from the API: it is loading, there, or failed.
import { html } from '../html.js';
import { t } from '../i18n.js';
import { pagesShown } from '../place.js';
import { problemView } from './problem.js';

/** How many pages without an entry are passed over at once: a view of a record shows few of its events. */
const EMPTY = 20;

/**
 * Reads something and tells the page when it is there. Reading again keeps what is shown until the answer comes, and an
 * answer that is overtaken by a later one is dropped.
 *
 * @template T
 * @param {(before?: T, ...how: any[]) => Promise<T>} read is given what is shown, and what `load` was given
 * @param {() => void} update
 */
export function source(read, update) {
  let turn = 0;
  const self = {
    /** @type {T} */
    value: undefined,
    fault: undefined,
    /** What `load` returned last. */
    loading: undefined,
    load(...how) {
      self.loading = next(how);
      return self.loading;
    },
    /** Shows the value, or why there is none. */
    view(show) {
      if (self.fault && self.value === undefined) {
        return problemView(self.fault);
      }
      if (self.value === undefined) {
        return loading();
      }
      return html`${self.fault ? problemView(self.fault) : ''} ${show(self.value)}`;
    },
  };
  async function next(how) {
    const mine = ++turn;
    try {
      const value = await read(self.value, ...how);
      if (mine === turn) {
        self.value = value;
        self.fault = undefined;
      }
    } catch (fault) {
      if (mine === turn) {
        self.fault = fault;
      }
    }
    update();
    return self.value;
  }
  self.load();
  return self;
}

/**
 * A list that the API gives in pages, of which `more` shows one more. Reading again reads all pages that are shown, so that
 * nothing stays that is no longer in the list; those of a record, which only grows, are read once, but for the last.
 *
 * @param read is given where a page begins, as parameters of the request
 * @param key of an entry: one that moved from a page to the next while they were read is there once
 */
export function pages(read, update, key = (entry) => entry.id ?? entry.name) {
  const shown = pagesShown();
  const list = source(async (before, grows) => {
    const known = before?.parts ?? [];
    const isRecord = known[0]?.nextAfter !== undefined;
    return joined(await collect(read, grows ? known : isRecord ? known.slice(0, -1) : [], shown.count), key);
  }, update);
  list.more = () => {
    shown.count += 1;
    return list.load(true);
  };
  return list;
}

/** Reads on after the pages that are known, until so many have entries. */
async function collect(read, known, count) {
  const parts = [...known];
  const filled = () => parts.filter((part) => part.items.length > 0).length;
  let next = parts.length > 0 ? nextOf(parts.at(-1)) : {};
  for (let left = count - filled() + EMPTY; next && filled() < count && left > 0; left -= 1) {
    parts.push(await read(next));
    next = nextOf(parts.at(-1));
  }
  return parts;
}

function joined(parts, key) {
  const entries = new Map(parts.flatMap((part) => part.items).map((entry, i) => [key(entry, i), entry]));
  return { ...parts[0], items: [...entries.values()], parts, next: nextOf(parts.at(-1)) };
}

function nextOf({ nextCursor, nextAfter, nextBefore }) {
  if (nextCursor) {
    return { cursor: nextCursor };
  }
  if (nextAfter) {
    return { after: nextAfter };
  }
  return nextBefore ? { before: nextBefore } : undefined;
}

/** Reads again every so many seconds while the page is visible. */
export function poll(seconds, ...sources) {
  return pollWhile(() => true, seconds, ...sources);
}

/** Reads again as long as what is shown may change, and once more after that: not all was read at the same moment. */
export function pollWhile(mayChange, seconds, ...sources) {
  let might = true;
  const timer = setInterval(() => {
    if (!document.hidden && (might || mayChange())) {
      might = mayChange();
      sources.forEach((each) => each.load());
    }
  }, seconds * 1000);
  return () => clearInterval(timer);
}

/** Says that what belongs here is on its way. */
export function loading() {
  return html`<p class="loading" role="status">${t('source.loading')}</p>`;
}
