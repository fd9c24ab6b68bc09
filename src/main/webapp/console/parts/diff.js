// A difference in the unified form. Signs say what colours say.
import { longText } from './long-text.js';

const CONTEXT = 3;
/** Lines that may differ on one side; longer differences are shown as all that goes and all that comes. */
const MOST = 1_500;

export function diffView(key, text) {
  return longText(key, text, kindOf);
}

function kindOf(line) {
  if (line.startsWith('+')) {
    return 'added';
  }
  return line.startsWith('-') ? 'removed' : line.startsWith('@@') ? 'place' : '';
}

/** Returns what differs between two texts, with lines around it; empty if nothing does. */
export function lineDiff(before, after) {
  if (before === after) {
    return '';
  }
  const old = before.split('\n');
  const now = after.split('\n');
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) {
    tail += 1;
  }
  const begin = Math.max(0, head - CONTEXT);
  const same = (lines) => lines.map((line) => ` ${line}`);
  return [
    `@@ ${begin + 1} @@`,
    ...same(old.slice(begin, head)),
    ...changes(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(old.slice(old.length - tail, old.length - tail + CONTEXT)),
  ].join('\n');
}

/** The longest common lines stay, by the usual table of lengths. */
function changes(old, now) {
  if (old.length > MOST || now.length > MOST) {
    return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  }
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = old[i] === now[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const lines = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push(` ${old[i]}`);
      i += 1;
      j += 1;
    } else if (j === now.length || (i < old.length && lengths[i + 1][j] >= lengths[i][j + 1])) {
      lines.push(`-${old[i]}`);
      i += 1;
    } else {
      lines.push(`+${now[j]}`);
      j += 1;
    }
  }
  return lines;
}
