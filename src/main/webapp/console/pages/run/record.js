// What the page of a run knows of its record: a part of the events, the newest of which it follows, and what all of them come to.
import { get } from '../../api.js';
import { follow } from '../../feed.js';
import { note } from './latest.js';
import { addToPhases } from './phases.js';
import { addToSpans, newSpans } from './spans.js';
import { MOST, appended, has, prepended } from './window.js';

/** The most events that the API gives at once. */
const PAGE = 200;
/** So many events are there before the one that a person goes to. */
const BEFORE = 60;
/** After so long what could not be read is read again, in milliseconds. */
const AGAIN = 5000;

/**
 * Opens the record of a run at its end, or at an event.
 *
 * @param last the newest event of the run
 * @param {object} on
 * @param [on.events] is called with the next events
 * @param [on.live] is called with what is not recorded
 * @param [on.state] is called with the state of the connection, and why events are refused
 * @param [on.update] is called when something else has changed
 */
export function openRecord(id, last, target, on) {
  const path = `runs/${id}/events`;
  const controller = new AbortController();
  const begin = Math.max(0, last - PAGE);
  const waiting = []; // for what all events come to, until those before them are read
  let turn = 0;
  let stop = () => {};
  const self = {
    events: [],
    newest: 0,
    latest: {},
    /** Whether the page goes along with the newest event. */
    follows: false,
    fault: undefined,
    summary: { ...newSpans(), phases: new Map(), types: new Set(), tools: new Set(), to: 0, whole: false, fault: undefined },
    isAtEnd: () => (self.events.at(-1)?.sequence ?? 0) >= self.newest,
    isAtStart: () => self.events[0]?.sequence === 1,
    earlier: () => show(async () => {
      const first = self.events[0]?.sequence ?? 1;
      const more = await read(Math.max(0, first - 1 - PAGE), first - 1);
      return () => prepended(self.events, more);
    }),
    later: () => show(async () => {
      const more = await read(self.events.at(-1).sequence, self.newest, PAGE);
      return () => appended(self.events, more);
    }),
    toNewest: () => show(async () => {
      const more = await read(Math.max(0, self.newest - PAGE), Infinity);
      return () => more;
    }),
    goTo(sequence) {
      self.follows = false;
      if (sequence > 0 && !has(self.events, sequence, BEFORE)) {
        show(async () => {
          const more = await read(Math.max(0, sequence - BEFORE - 1), Infinity, PAGE);
          return () => more;
        });
      }
    },
    resume() {
      stop();
      stop = go(self.newest);
    },
    close() {
      controller.abort();
      stop();
    },
  };

  /** Reads events after one up to another: a page of large events is short. */
  async function read(after, until, most = MOST) {
    const events = [];
    for (let at = after; at < until && events.length < most;) {
      const { items } = await get(path, { after: at, limit: Math.min(PAGE, most, until - at) }, { signal: controller.signal });
      if (items.length === 0) {
        break;
      }
      events.push(...items);
      at = items.at(-1).sequence;
    }
    return events;
  }

  async function show(reading) {
    const mine = ++turn;
    try {
      const change = await reading();
      if (mine === turn) {
        self.events = change();
        self.fault = undefined;
      }
    } catch (fault) {
      self.fault = mine === turn && !controller.signal.aborted ? fault : self.fault;
    }
    on.update();
  }

  function take(events) {
    const wasAtEnd = self.isAtEnd();
    self.newest = events.at(-1).sequence;
    events.forEach((event) => note(self.latest, event));
    // Whoever reads further up keeps what is there, so it does not move.
    if (wasAtEnd && !isElsewhere() && (self.follows || self.events.length + events.length <= MOST)) {
      self.events = appended(self.events, events);
    } else if (self.follows) {
      self.toNewest();
    }
    if (self.summary.whole) {
      events.forEach((event) => add(self.summary, event));
    } else {
      waiting.push(...events);
      summarise();
    }
    on.events(events);
  }

  /** Whether the page was opened at an event before those that are followed, and these are not read yet. */
  function isElsewhere() {
    return self.events.length === 0 && target > 0 && target <= begin;
  }

  let summarising = false;
  async function summarise() {
    if (summarising || controller.signal.aborted) {
      return;
    }
    summarising = true;
    try {
      while (self.summary.to < waiting[0].sequence - 1) {
        const events = await read(self.summary.to, waiting[0].sequence - 1, PAGE);
        events.forEach((event) => add(self.summary, event));
        on.update();
      }
      waiting.splice(0).forEach((event) => add(self.summary, event));
      self.summary.whole = true;
      self.summary.fault = undefined;
    } catch (fault) {
      if (controller.signal.aborted) {
        return;
      }
      self.summary.fault = fault;
      const isRefused = fault.status >= 400 && fault.status < 500;
      setTimeout(() => isRefused || summarise(), AGAIN);
    } finally {
      summarising = false;
    }
    on.update();
  }

  const go = (after) => follow(path, after, { events: take, live: on.live, state: on.state });
  stop = go(begin);
  if (target > 0 && target <= begin) {
    self.goTo(target);
  }
  return self;
}

function add(summary, event) {
  addToSpans(summary, event);
  addToPhases(summary.phases, event);
  summary.types.add(event.type);
  if (event.data?.tool) {
    summary.tools.add(event.data.tool);
  }
  summary.to = event.sequence;
}
