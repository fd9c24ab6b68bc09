// What the newest events of a run say that the run itself does not.

/** Takes note of the next event in `{event, call, waiting, paused, fault}`: the newest ones of their kinds. */
export function note(latest, event) {
  const { type, data } = event;
  if (!type.startsWith('record.')) {
    latest.event = event;
  }
  if (data?.failure && !type.startsWith('run.')) {
    latest.fault = event;
  }
  if (type === 'tool-call.started') {
    latest.call = event;
  } else if (type.startsWith('model.') || type === 'tool-call.completed' || type === 'tool-call.failed') {
    latest.call = undefined;
  } else if (type === 'run.waiting') {
    latest.waiting = event;
  } else if (type === 'run.paused') {
    latest.paused = event;
  }
}
