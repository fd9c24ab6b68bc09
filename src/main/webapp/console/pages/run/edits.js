// Calls that edit files, as differences of lines.
import { json } from '../../format.js';

/** Returns the lines that a call removes and adds, or nothing if it does not edit a file. */
export function diffOf({ tool, arguments: given }) {
  if (typeof given !== 'object' || given === null) {
    return undefined;
  }
  if (tool === 'edit_file') {
    const lines = [...mark('-', given.before), ...mark('+', given.after)];
    return lines.length ? `@@ ${json(given.path)} @@\n${lines.join('\n')}` : undefined;
  }
  if (tool === 'write_file' || tool === 'append_file') {
    return `@@ ${json(given.path)} @@\n${mark('+', given.content).join('\n')}`;
  }
  return undefined;
}

function mark(sign, text) {
  return typeof text === 'string' ? text.replace(/\n$/, '').split('\n').map((line) => sign + line) : [];
}
