// The events of a run: the past in pages, which are compressed, and then what happens as a stream where it works, by asking
// for the next page where it does not.
import { Problem, get, send } from './api.js';
import { readAnswer } from './json.js';
import { preference } from './preferences.js';

/** The server writes at least a comment every 10 s. */
const SILENCE = 25_000;
const PAUSES = [500, 1000, 2000, 4000, 5000];
const PAGE = 200;
/** How many tabs of a browser hold a stream: HTTP/1.1 has six connections to a server, and all other requests need some. */
const STREAMS = 3;
/** After so many streams that brought nothing, a proxy in between probably holds them back. */
const VAIN = 2;

/**
 * Follows events from one on, over losses of the server. A page that is hidden follows them when it is shown again.
 *
 * @param path of the events
 * @param {object} on
 * @param [on.events] is called with the next events, each with its `sequence`
 * @param [on.live] is called with what is not recorded: a piece of a reply, the progress of a call
 * @param [on.state] is called with `live`, `polling`, `lost`, `ended`, or `refused` and the problem, which is for good
 * @returns a function that stops it
 */
export function follow(path, after, on) {
  const controller = new AbortController();
  run(path, { last: after, isBehind: true, vain: 0, failures: 0 }, on, controller.signal);
  return () => controller.abort();
}

async function run(path, place, on, signal) {
  while (!signal.aborted) {
    try {
      await shown(signal);
      const streaming = !place.isBehind && preference('streaming', true) && place.vain < VAIN;
      const ended = (streaming ? await ifFree(() => stream(path, place, on, signal)) : undefined) ?? (await poll(path, place, on, signal));
      place.failures = 0;
      if (ended) {
        on.state('ended');
        return;
      }
    } catch (fault) {
      if (signal.aborted) {
        return;
      }
      if (isFinal(fault)) {
        on.state('refused', fault);
        return;
      }
      on.state('lost');
      await pause(PAUSES[Math.min(place.failures, PAUSES.length - 1)]);
      place.failures += 1;
    }
  }
}

/** Waits until the page is shown. */
function shown(signal) {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.hidden || signal.aborted) {
        document.removeEventListener('visibilitychange', look);
        resolve();
      }
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

/**
 * Does something with one of the streams of this browser. Returns nothing if none is free, or if they cannot be counted,
 * because the page is not secure.
 */
async function ifFree(act) {
  for (let i = 0; i < STREAMS && navigator.locks; i += 1) {
    const done = await navigator.locks.request(`reprise.stream.${i}`, { ifAvailable: true }, (lock) => (lock ? act() : undefined));
    if (done !== undefined) {
      return done;
    }
  }
  return undefined;
}

/** A server that is still starting answers 404 as well, but not with a problem of the API. */
function isFinal(fault) {
  return fault instanceof Problem && fault.body.code !== undefined && [401, 403, 404, 410].includes(fault.status);
}

async function poll(path, place, on, signal) {
  const page = await get(path, { after: place.last, limit: PAGE }, { signal });
  const wasBehind = place.isBehind;
  place.isBehind = page.items.length === PAGE;
  if (!wasBehind) {
    on.state('polling');
  }
  if (page.items.length > 0) {
    place.last = page.items.at(-1).sequence;
    on.events(page.items);
  }
  if (page.items.some((event) => isLast(event.type))) {
    return true;
  }
  if (!wasBehind) {
    await pause(1500);
  }
  return false;
}

function isLast(type) {
  return ['run.completed', 'run.cancelled'].includes(type);
}

async function stream(path, place, on, signal) {
  const watch = new AbortController();
  const stop = () => watch.abort();
  signal.addEventListener('abort', stop);
  document.addEventListener('visibilitychange', stop); // so that pages that are shown have it
  let timer;
  let silent = false;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silent = true;
      stop();
    }, SILENCE);
  };
  let heard = false;
  try {
    alive();
    const response = await send('GET', path, {
      accept: 'text/event-stream',
      headers: { 'Last-Event-ID': String(place.last) },
      signal: watch.signal,
    });
    if (response.status === 204) {
      return true;
    }
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      place.vain = VAIN;
      return false;
    }
    on.state('live');
    await read(response.body, (messages) => {
      heard = true;
      alive();
      deliver(messages, place, on);
    });
    return false;
  } catch (fault) {
    if (watch.signal.aborted && !silent && !signal.aborted) {
      return false; // the page is hidden
    }
    throw fault;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    document.removeEventListener('visibilitychange', stop);
    if (!signal.aborted) {
      place.vain = heard ? 0 : place.vain + (silent ? 1 : 0);
    }
  }
}

function deliver(messages, place, on) {
  const events = [];
  for (const { id, event, data } of messages) {
    if (id) {
      const read = readAnswer(data);
      if (read.sequence > place.last) {
        place.last = read.sequence;
        events.push(read);
      }
    } else if (event) {
      on.live?.(event, readAnswer(data));
    }
  }
  if (events.length > 0) {
    on.events(events);
  }
}

/** Reads a stream of server-sent events, and passes on those that came together. */
async function read(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop();
    take(blocks.map(message));
  }
}

function message(block) {
  const fields = { data: '' };
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) {
      const name = line.slice(0, colon);
      const value = line.slice(colon + 1).replace(/^ /, '');
      fields[name] = name === 'data' && fields.data ? `${fields.data}\n${value}` : value;
    }
  }
  return fields;
}

function pause(millis) {
  return new Promise((resolve) => setTimeout(resolve, millis));
}
