// What happened when: claims of servers, phases, model calls, tool calls and waits of a run, from its events.

const ENDS = ['run.completed', 'run.failed', 'run.cancelled', 'run.dead-lettered'];
/** After these a server no longer holds the run, by its own decision. */
const LEAVES = [...ENDS, 'run.waiting', 'run.paused', 'run.handed-over', 'run.broke-down'];
const CALL_ENDS = ['tool-call.completed', 'tool-call.failed', 'tool-call.unknown', 'tool-call.returned', 'tool-call.retrying', 'tool-call.resolved'];

/** Returns `{spans, crashes}` without any, to which events are added. A span is `{lane, from, until, name, sequence, fault}`, in milliseconds. */
export function newSpans() {
  return { spans: [], crashes: [], from: undefined, until: undefined, open: { calls: new Map() } };
}

/** Adds the next event of a run. */
export function addToSpans(all, event) {
  const time = Date.parse(event.at);
  all.from ??= time;
  all.until = time;
  all.hasEnded = ENDS.includes(event.type);
  take(all, all.open, { ...event, time });
}

/** Returns all spans by now, with those that have not ended. */
export function spansOf(all, now) {
  const { server, phase, wait, calls } = all.open;
  const until = all.hasEnded ? all.until : Math.max(all.until, now);
  const asked = server && phase && !wait && calls.size === 0 ? { lane: 'model', from: all.open.busy, name: '', sequence: phase.sequence } : undefined;
  const open = [server, phase, wait, asked, ...calls.values()].filter(Boolean).map((span) => ({ ...span, until, open: true }));
  return { spans: [...all.spans, ...open], crashes: all.crashes, from: all.from, until };
}

function take(all, open, event) {
  const { type, data = {}, time, sequence } = event;
  const close = (name, at = time) => {
    if (open[name]) {
      all.spans.push({ ...open[name], until: at });
      open[name] = undefined;
    }
  };
  if (type === 'run.admitted') {
    if (open.server) {
      crash(all, open, close, time, sequence);
    }
    close('wait');
    open.server = { lane: 'server', from: time, name: data.server, sequence };
    open.busy = time;
  } else if (type === 'phase.started') {
    open.phase = { lane: 'phase', from: time, name: data.phase, sequence };
    open.busy = time;
  } else if (['phase.completed', 'phase.failed', 'phase.skipped'].includes(type)) {
    if (open.phase && type === 'phase.failed') {
      open.phase.fault = true;
    }
    close('phase');
  } else if (type === 'model.replied' || type === 'model.failed' || type === 'model.unanswered') {
    all.spans.push({ lane: 'model', from: open.busy ?? time, until: time, name: data.model?.name ?? '', sequence, fault: type !== 'model.replied' });
    open.busy = time;
  } else if (type === 'tool-call.started') {
    open.calls.set(data.callId, { lane: 'tool', from: time, name: data.tool, sequence });
  } else if (CALL_ENDS.includes(type)) {
    endCall(all, open, event);
  }
  if (LEAVES.includes(type)) {
    close('server');
  }
  if (type === 'run.waiting' || type === 'run.paused') {
    open.wait = { lane: 'wait', from: time, name: data.waitingFor ?? data.by ?? '', sequence };
  }
  if (ENDS.includes(type)) {
    close('phase');
    close('wait');
    open.calls.clear();
  }
  open.last = time;
}

/** A server was lost between its last event and the moment when another, or its next start, took the run. */
function crash(all, open, close, time, sequence) {
  const { name } = open.server;
  all.crashes.push({ from: open.last, until: time, name, sequence });
  close('server', open.last);
  for (const span of open.calls.values()) {
    all.spans.push({ ...span, until: open.last, fault: true });
  }
  open.calls.clear();
}

function endCall(all, open, { type, data, time }) {
  const span = open.calls.get(data.callId);
  if (span) {
    open.calls.delete(data.callId);
    all.spans.push({ ...span, until: time, fault: !['tool-call.completed', 'tool-call.returned'].includes(type) });
  }
  open.busy = time;
}
