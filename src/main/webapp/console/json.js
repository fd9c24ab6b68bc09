// JSON of the API. In the documents of users a number is its text: 12345678901234567890, 1.10 and 1e400 stay what they are.
import { t } from './i18n.js';

/** The members that are documents of users. In all others, numbers are amounts, and the console reckons with them. */
const DOCUMENTS = new Set(['arguments', 'requested', 'input', 'item', 'definition', 'document', 'script']);
const KEEPS = 'rawJSON' in JSON;

/** Reads an answer of the API. */
export function readAnswer(text) {
  if (!KEEPS) {
    return JSON.parse(text);
  }
  let isKept = false;
  const read = JSON.parse(text, (key, value, { source }) => {
    const kept = keep(value, source);
    isKept ||= kept !== value;
    return kept;
  });
  return isKept ? amounts(read) : read;
}

/**
 * Reads a document that a person wrote.
 *
 * @throws Error that says where it is no JSON, or that this browser would round numbers
 */
export function readDocument(text) {
  if (!KEEPS) {
    throw new Error(t('json.rounds'));
  }
  try {
    return JSON.parse(text, (key, value, { source }) => keep(value, source));
  } catch (fault) {
    throw new Error(t('json.fault', placeOf(fault.message, text)));
  }
}

function keep(value, source) {
  return typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value;
}

function amounts(value) {
  if (JSON.isRawJSON(value)) {
    return Number(value.rawJSON);
  }
  if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      if (!DOCUMENTS.has(key)) {
        value[key] = amounts(value[key]);
      }
    }
  }
  return value;
}

/** Browsers say the line and column, or the position, or that the text ends too early. */
function placeOf(message, text) {
  const named = /line (\d+) column (\d+)/.exec(message);
  const position = /position (\d+)/.exec(message);
  const before = text.slice(0, position ? Number(position[1]) : text.length).split('\n');
  return {
    line: named?.[1] ?? before.length,
    column: named?.[2] ?? before.at(-1).length + 1,
    why: message.replace(/^JSON\.parse: /, '').replace(/,? (in JSON )?at (position|line) .*$/, ''),
  };
}
