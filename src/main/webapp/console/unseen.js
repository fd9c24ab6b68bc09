// What a reader would not see, or see elsewhere than it is: one definition for the console and the server, in unseen.json.
import definition from './unseen.json' with { type: 'json' };

const classOf = (ranges) => ranges.map((range) => range.split('-').map((code) => `\\u{${code}}`).join('-')).join('');
const UNSEEN = new RegExp(`[${classOf(definition.unseen)}]`, 'gu');
const RUN = new RegExp(`[\\n${classOf(definition.blank)}]{${Math.min(definition.mostBlanks, definition.mostLineEnds) + 1},}`, 'gu');

/** Returns a text whose invisible characters are shown by their numbers, and long blank space by what it consists of. */
export function visible(text) {
  return text.replace(RUN, blankSpace).replace(UNSEEN, (character) => `⟨${numberOf(character)}⟩`);
}

/** Returns JSON that means the same, with escapes for what a reader would not see. */
export function visibleJson(text) {
  return text.replace(UNSEEN, (character) => [...Array(character.length).keys()].map((at) => `\\u${hex(character.charCodeAt(at))}`).join(''));
}

function blankSpace(run) {
  const lines = run.split('\n');
  if (lines.length - 1 <= definition.mostLineEnds && lines.every((line) => line.length <= definition.mostBlanks)) {
    return run;
  }
  const counts = new Map();
  for (const character of run) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const parts = [...counts].map(([character, count]) => `${count} × ${numberOf(character)}`);
  return `⟨${parts.join(', ')}⟩${lines.length > 1 ? '\n' : ''}`;
}

function numberOf(character) {
  return `U+${hex(character.codePointAt(0)).toUpperCase()}`;
}

function hex(number) {
  return number.toString(16).padStart(4, '0');
}
