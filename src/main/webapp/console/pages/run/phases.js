// What each phase of a run took: time, turns, tokens and money, from its events.

/** Adds an event to the phases, a map by their names. */
export function addToPhases(phases, event) {
  const { type, data = {}, at, sequence } = event;
  const time = Date.parse(at);
  if (type === 'phase.started') {
    const known = phases.get(data.phase) ?? { sequence, from: time, turns: 0, calls: 0, faults: 0, tokens: 0, cost: 0, unknown: 0 };
    phases.set(data.phase, { ...known, until: undefined });
    return;
  }
  const phase = phases.get(data.phase);
  if (!phase) {
    return; // a fork has not the beginning of what it took over
  }
  if (type === 'model.replied') {
    phase.turns += 1;
    phase.tokens += (data.usage?.inputTokens ?? 0) + (data.usage?.outputTokens ?? 0);
    phase.cost += data.cost?.amount ?? 0;
    phase.unknown += data.cost ? 0 : 1;
  } else if (type === 'tool-call.started') {
    phase.calls += 1;
  } else if (['phase.completed', 'phase.failed', 'phase.skipped'].includes(type)) {
    phase.until = time;
  }
  phase.faults += data.failure ? 1 : 0;
  phase.last = time;
}

/** How long a phase has taken: until it ended, until the run did if that was before, or until now. */
export function took(phase, endedAt, now) {
  return (phase.until ?? (endedAt ? Date.parse(endedAt) : now)) - phase.from;
}
