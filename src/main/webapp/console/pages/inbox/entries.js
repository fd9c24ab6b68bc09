// What waits for people, as the entries of a list: one for each call, and one for a run that no call keeps waiting. Pure.

/** What is wanted of people, in the order in which the list has it. */
export const KINDS = ['approval', 'answer', 'reconciliation', 'budget', 'loop', 'migration'];

/** Returns the entries of what the API lists: by what is wanted, and the longest waiting first. */
export function entriesOf(items) {
  const order = ({ kind }) => (KINDS.indexOf(kind) + KINDS.length + 1) % (KINDS.length + 1);
  return items.flatMap(entriesOfRun).sort((one, other) => order(one) - order(other) || Date.parse(one.since) - Date.parse(other.since));
}

function entriesOfRun(item) {
  const entry = (kind, key, more) => ({ key: `${item.run}/${key}`, place: key, run: item.run, kind, agent: item.agent, since: item.since, item, ...more });
  const calls = item.calls.filter(isOpen).map((call) =>
    entry(kindOf(call), `${call.phase}/${call.iteration}/${call.id}`, { call, what: call.tool, cost: call.approval?.estimate }));
  if (item.modelCall) {
    const { needed } = item.modelCall;
    calls.push(entry('budget', 'model-call', { modelCall: item.modelCall, cost: needed === undefined ? undefined : { amount: needed } }));
  }
  return calls.length > 0 ? calls : [entry(item.waitingFor, '')];
}

/** Whether a call waits for a person. */
export function isOpen(call) {
  return (call.status === 'WAITING' && Boolean(call.asking)) || call.status === 'UNKNOWN';
}

function kindOf({ status, asking }) {
  return status === 'UNKNOWN' ? 'reconciliation' : asking === 'ANSWER' ? 'answer' : 'approval';
}

/** Returns `[kind, entries]` of each kind that something waits for. */
export function groups(entries) {
  return [...new Set(entries.map(({ kind }) => kind))].map((kind) => [kind, entries.filter((entry) => entry.kind === kind)]);
}

/** Returns the entry that an address names: a call, or the first one of a run. */
export function find(entries, wanted) {
  return entries.find((entry) => entry.run === wanted?.run && (wanted.place === undefined || entry.place === wanted.place));
}

/** Returns the entry that is so many after another one. */
export function step(entries, key, by) {
  const here = entries.findIndex((entry) => entry.key === key);
  return entries[Math.max(0, Math.min(entries.length - 1, here + by))];
}

/**
 * Returns what is shown after a decision: the next entry that still waits, else the one before.
 *
 * @param before the entries when it was made
 * @param now those that are left, perhaps with the decided one: others may have to decide about it, too
 */
export function following(before, key, now) {
  const here = before.findIndex((entry) => entry.key === key);
  const left = (entry) => now.find((each) => each.key === entry.key && each.key !== key);
  return before.slice(here + 1).map(left).find(Boolean) ?? before.slice(0, Math.max(0, here)).map(left).findLast(Boolean);
}

/** Returns the other entries that ask for the same: of the same agent and tool, with arguments of the same shape. */
export function alike(entries, { key, kind, agent, call }) {
  if (kind !== 'approval' || !call) {
    return [];
  }
  const same = shape(call.arguments);
  return entries.filter((other) => other.key !== key && other.kind === kind && other.agent === agent && other.call.tool === call.tool && shape(other.call.arguments) === same);
}

/** Returns the names and types in a value, without what they hold. */
export function shape(value) {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON?.(value)) {
    return value === null ? 'null' : typeof value === 'object' ? 'number' : typeof value;
  }
  if (Array.isArray(value)) {
    return `[${[...new Set(value.map(shape))].sort().join()}]`;
  }
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${shape(value[name])}`).join()}}`;
}
