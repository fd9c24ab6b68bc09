// The entries of a transcript, from the events: each call of a reply gets what became of it.

const STATES = {
  'tool-call.started': 'RUNNING',
  'tool-call.completed': 'COMPLETED',
  'tool-call.returned': 'COMPLETED',
  'tool-call.failed': 'FAILED',
  'tool-call.asked': 'WAITING',
  'tool-call.unknown': 'UNKNOWN',
  'tool-call.deferred': 'WAITING',
  'tool-call.delegated': 'RUNNING',
};
const NOTED = [
  'tool-call.asked', 'tool-call.decided', 'tool-call.answered', 'tool-call.edited', 'tool-call.resolved', 'tool-call.unknown',
  'tool-call.retrying', 'tool-call.reconciled', 'tool-call.assigned', 'tool-call.allowed', 'tool-call.deferred', 'tool-call.code-ran',
  'tool-call.reminded', 'tool-call.charged',
];
const FAULTS = ['model.failed', 'phase.failed', 'run.failed', 'run.dead-lettered', 'run.broke-down', 'compaction.failed', 'loop.suspected', 'output.rejected', 'budget.reached'];
const STATIONS = [
  'run.submitted', 'run.forked', 'run.admitted', 'run.waiting', 'run.paused', 'run.resumed', 'run.retried', 'run.migrated', 'run.completed',
  'run.cancelled', 'run.imported', 'model.retrying', 'model.fell-back', 'phase.completed', 'phase.skipped', 'transcript.compacted',
];

/** The model is asked after one of these. */
const WORK = /^(phase\.started|model\.|tool-call\.|message\.|run\.admitted)/;

export function entriesOf(events) {
  const entries = [];
  const calls = new Map();
  let before; // when what came before an event was there
  for (const event of events) {
    const { type, data, at, sequence } = event;
    if (type === 'phase.started') {
      entries.push({ kind: 'phase', sequence, at, phase: data.phase, text: data.prompt });
    } else if (type === 'model.replied') {
      entries.push({ ...replyOf(event, calls), took: before && Date.parse(at) - Date.parse(before) });
    } else if (type === 'message.posted') {
      entries.push({ kind: 'person', sequence, at, by: data.by, text: data.text });
    } else if (type.startsWith('tool-call.')) {
      note(calls.get(keyOf(data)), event);
    } else if (FAULTS.includes(type)) {
      entries.push({ kind: 'fault', sequence, at, event });
    } else if (STATIONS.includes(type)) {
      entries.push({ kind: 'station', sequence, at, event });
    }
    before = WORK.test(type) ? at : before;
  }
  return entries;
}

function keyOf({ phase, iteration, callId }) {
  return `${phase}/${iteration}/${callId}`;
}

function replyOf({ data, at, sequence }, calls) {
  const blocks = data.blocks ?? [
    { kind: 'text', text: data.text },
    ...data.calls.map((call) => ({ kind: 'call', ...call })),
  ];
  const of = (kind) => blocks.filter((block) => block.kind === kind);
  const entry = {
    kind: 'model',
    sequence,
    at,
    model: data.model,
    phase: data.phase,
    iteration: data.iteration,
    usage: data.usage,
    cost: data.cost,
    incomplete: data.incomplete,
    text: of('text').map((block) => block.text).join('\n'),
    reasoning: of('reasoning').map((block) => block.text).join('\n'),
    images: of('image'),
    calls: of('call').map((block) => ({ ...block, notes: [], state: data.incomplete ? 'NOT_MADE' : undefined })),
  };
  entry.calls.forEach((call) => calls.set(keyOf({ ...data, callId: call.id }), call));
  return entry;
}

function note(call, event) {
  if (!call) {
    return;
  }
  const { type, data } = event;
  call.state = STATES[type] ?? call.state;
  if (type === 'tool-call.started') {
    call.startedAt = event.at;
  } else if (['tool-call.completed', 'tool-call.failed', 'tool-call.returned'].includes(type)) {
    call.took = call.startedAt && Date.parse(event.at) - Date.parse(call.startedAt);
  }
  if (NOTED.includes(type)) {
    call.notes.push(event);
  }
  if (type === 'tool-call.completed') {
    call.result = data.content;
    call.images = data.images;
  } else if (type === 'tool-call.returned') {
    call.result = data.output;
    call.failure = data.failure;
  } else if (type === 'tool-call.failed') {
    call.failure = data.failure;
  } else if (type === 'tool-call.delegated') {
    call.child = data.child;
  }
}
