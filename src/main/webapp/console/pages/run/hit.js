// Where an event has what was looked for.

const AROUND = 80;

/** Returns what is before a text, the text as it stands there, and what comes after; nothing if no value of the event has it. */
export function around(data, wanted) {
  const text = valueWith(data, wanted.toLowerCase());
  if (text === undefined) {
    return undefined;
  }
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  const end = at + wanted.length;
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, end + AROUND);
  return [`${from > 0 ? '…' : ''}${text.slice(from, at)}`, text.slice(at, end), `${text.slice(end, to)}${to < text.length ? '…' : ''}`];
}

function valueWith(value, wanted) {
  if (typeof value === 'object' && value !== null && !JSON.isRawJSON?.(value)) {
    for (const each of Object.values(value)) {
      const found = valueWith(each, wanted);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toLowerCase().includes(wanted) ? text : undefined;
}
