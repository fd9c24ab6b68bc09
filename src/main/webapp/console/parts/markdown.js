// Reads the common part of Markdown: headings, lists, tables, code, quotes, emphasis and links. What is none of it, markup as well, is text.

/** Deeper lists, quotes and emphasis are text. */
const DEPTH = 6;
const ITEM = /^( *)([-*+]|\d{1,9}[.)])(?: +(.*))?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const READERS = [code, heading, rule, quote, list, table, paragraph];
/** Where something may begin that is not plain: an escape, code, emphasis, a link, an address. */
const MARK = /\\[!-/:-@[-`{-~]|`+|\*\*|__|~~|[*_]|!?\[|https?:\/\/[^\s<>"'`|]+/g;
const LINK = /!?\[([^[\]\n]{1,500})\]\(\s*<?([^\s<>()]{1,2000}(?:\([^\s()]{0,200}\))?)>?(?:\s+"[^"\n]{0,200}")?\s*\)/y;
const KINDS = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'del' };

/** Returns the blocks of a text: `{kind}` with `content`, `text`, `items`, `blocks`, or `head` and `rows`. */
export function parse(text) {
  return blocksOf(text.replaceAll('\r\n', '\n').split('\n'), 0);
}

function blocksOf(lines, depth) {
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at].trim() === '') {
      at += 1;
      continue;
    }
    for (const reader of READERS) {
      const found = reader(lines, at, depth);
      if (found) {
        blocks.push(found.block);
        at = found.next;
        break;
      }
    }
  }
  return blocks;
}

function code(lines, at) {
  const [, fence, language] = FENCE.exec(lines[at]) ?? [];
  if (!fence) {
    return undefined;
  }
  const closes = (line) => line.trim().length >= fence.length && line.trim().replaceAll(fence[0], '') === '';
  let end = at + 1;
  while (end < lines.length && !closes(lines[end])) {
    end += 1;
  }
  return { block: { kind: 'code', language: language.trim(), text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function heading(lines, at) {
  const [, marks, text = ''] = HEADING.exec(lines[at]) ?? [];
  return marks && { block: { kind: 'heading', level: marks.length, content: inline(text) }, next: at + 1 };
}

function rule(lines, at) {
  return RULE.test(lines[at]) ? { block: { kind: 'rule' }, next: at + 1 } : undefined;
}

function quote(lines, at, depth) {
  if (!QUOTE.test(lines[at]) || depth >= DEPTH) {
    return undefined;
  }
  let next = at;
  while (next < lines.length && QUOTE.test(lines[next])) {
    next += 1;
  }
  return { block: { kind: 'quote', blocks: blocksOf(lines.slice(at, next).map((line) => line.replace(QUOTE, '')), depth + 1) }, next };
}

/** An item has the lines after it that are indented further than its mark. */
function list(lines, at, depth) {
  const first = ITEM.exec(lines[at]);
  if (!first || depth >= DEPTH) {
    return undefined;
  }
  const isOrdered = (mark) => /\d/.test(mark);
  const [, indent, mark] = first;
  const items = [];
  let next = at;
  for (let item = first; item && item[1].length === indent.length && isOrdered(item[2]) === isOrdered(mark); item = ITEM.exec(lines[next] ?? '')) {
    const inner = [item[3] ?? ''];
    next += 1;
    while (next < lines.length && isWithin(lines, next, indent.length)) {
      inner.push(lines[next].slice(Math.min(indent.length + item[2].length + 1, lines[next].search(/\S|$/))));
      next += 1;
    }
    items.push(blocksOf(inner, depth + 1));
  }
  return { block: { kind: 'list', start: isOrdered(mark) ? Number.parseInt(mark, 10) : undefined, items }, next };
}

function isWithin(lines, at, indent) {
  const isBlank = (line) => line.trim() === '';
  const line = isBlank(lines[at]) ? (lines[at + 1] ?? '') : lines[at];
  return !isBlank(line) && line.search(/\S/) > indent;
}

function table(lines, at) {
  if (!lines[at].includes('|') || !DELIMITERS.test(lines[at + 1] ?? '')) {
    return undefined;
  }
  const ends = cells(lines[at + 1]).map((cell) => cell.endsWith(':') && !cell.startsWith(':'));
  const head = cells(lines[at]);
  if (head.length !== ends.length) {
    return undefined;
  }
  let next = at + 2;
  while (next < lines.length && lines[next].includes('|')) {
    next += 1;
  }
  const row = (line) => head.map((ignored, i) => inline(cells(line)[i] ?? ''));
  return { block: { kind: 'table', ends, head: head.map((cell) => inline(cell)), rows: lines.slice(at + 2, next).map(row) }, next };
}

function cells(line) {
  return line.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The lines up to a blank one, or to where something else begins. */
function paragraph(lines, at) {
  let next = at + 1;
  while (next < lines.length && lines[next].trim() !== '' && ![FENCE, HEADING, RULE, QUOTE, ITEM].some((each) => each.test(lines[next]))) {
    next += 1;
  }
  return { block: { kind: 'text', content: inline(lines.slice(at, next).join('\n')) }, next };
}

/** Returns parts of a line: texts, and `{kind}` with `content`, `text` or `address`. */
export function inline(text, depth = 0) {
  const parts = [];
  const unclosed = new Set();
  let plain = 0;
  const add = (part, from, to) => {
    parts.push(text.slice(plain, from), part);
    plain = to;
    MARK.lastIndex = to;
  };
  MARK.lastIndex = 0;
  for (let found = MARK.exec(text); found; found = MARK.exec(text)) {
    const [mark] = found;
    const from = found.index;
    const read = partAt(text, mark, from, depth, unclosed);
    MARK.lastIndex = from + mark.length; // reading what is within has moved it
    if (read) {
      add(read.part, from, read.to);
    }
  }
  parts.push(text.slice(plain));
  return parts.filter((part) => part !== '');
}

function partAt(text, mark, from, depth, unclosed) {
  const end = from + mark.length;
  if (mark.startsWith('\\')) {
    return { part: mark[1], to: end };
  }
  if (mark.startsWith('`')) {
    const close = text.indexOf(mark, end);
    return close < 0 ? undefined : { part: { kind: 'code', text: text.slice(end, close) }, to: close + mark.length };
  }
  if (mark.startsWith('http')) {
    const address = mark.replace(/[).,;:!?*_~\]]+$/, '');
    return isOfTheWeb(address) ? { part: { kind: 'link', address, content: [address] }, to: from + address.length } : undefined;
  }
  if (mark.endsWith('[')) {
    LINK.lastIndex = from;
    const [whole, content, address] = LINK.exec(text) ?? [];
    return whole && isOfTheWeb(address) ? { part: { kind: 'link', address, content: inline(content, DEPTH) }, to: from + whole.length } : undefined;
  }
  const close = depth < DEPTH && !unclosed.has(mark) && opens(text, mark, from, end) ? closing(text, mark, end, unclosed) : -1;
  return close < 0 ? undefined : { part: { kind: KINDS[mark], content: inline(text.slice(end, close), depth + 1) }, to: close + mark.length };
}

function isOfTheWeb(address) {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

function opens(text, mark, from, end) {
  return /\S/.test(text[end] ?? '') && !(mark.startsWith('_') && /[\p{L}\p{N}]/u.test(text[from - 1] ?? ''));
}

/** A mark that is not closed from here on is not closed later either. */
function closing(text, mark, from, unclosed) {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const isPart = mark.length === 1 && (text[at + 1] === mark || text[at - 1] === mark);
    const isInWord = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(text[at + mark.length] ?? '');
    if (/\S/.test(text[at - 1]) && !isPart && !isInWord) {
      return at;
    }
  }
  unclosed.add(mark);
  return -1;
}
