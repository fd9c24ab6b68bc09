// A text that models wrote, as they meant it: Markdown, or JSON as a tree that folds. All of it is text; nothing is loaded.
import { html, nothing } from '../html.js';
import { number } from '../format.js';
import { t } from '../i18n.js';
import { readDocument } from '../json.js';
import { longText } from './long-text.js';
import { parse } from './markdown.js';

/** Longer texts are shown in parts: a line of megabytes makes any page slow. */
export const LENGTH = 20_000;
/** How deep values are drawn: nobody reads further, and the stack of a browser ends. */
const DEEPEST = 64;
const ENTRIES = 100;
const KEPT = 500;
const read = new Map();

/**
 * Shows a text.
 *
 * @param key names the text while the console is open
 * @param isRaw whether it is shown as it was written
 */
export function richText(key, text, isRaw) {
  if (!text) {
    return nothing;
  }
  if (text.length > LENGTH) {
    return longText(key, text);
  }
  if (isRaw) {
    return html`<div class="text" tabindex="-1">${text}</div>`;
  }
  const { value, blocks } = meaning(text);
  return value === undefined ? html`<div class="rich" tabindex="-1">${blocksView(blocks)}</div>` : html`<div class="json">${valueView(value, '', true)}</div>`;
}

/** Pages are drawn again at each event, so what was read of a text is kept for some time. */
function meaning(text) {
  const known = read.get(text) ?? { value: tree(text), blocks: parse(text) };
  read.delete(text);
  read.set(text, known);
  if (read.size > KEPT) {
    read.delete(read.keys().next().value);
  }
  return known;
}

/** The object or array that a text is, or nothing. */
function tree(text) {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return readDocument(text);
  } catch {
    return undefined; // it is no JSON, or has numbers that this browser would round
  }
}

function valueView(value, name, isOpen, depth = 0) {
  const label = name === '' ? nothing : html`<b>${name}</b> `;
  if (depth === DEEPEST) {
    return html`<div>${label}<small>${t('json.deeper')}</small></div>`;
  }
  if (typeof value !== 'object' || value === null || JSON.isRawJSON?.(value)) {
    return html`<div>${label}<span class=${typeof value === 'string' ? 'string' : 'value'}>${typeof value === 'string' ? value : JSON.stringify(value)}</span></div>`;
  }
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? t('json.items', { count: number(entries.length) }) : t('json.members', { count: number(entries.length) });
  return html`<details ?open=${isOpen}>
    <summary>${label}<small>${size}</small></summary>
    ${entries.slice(0, ENTRIES).map(([key, each]) => valueView(each, key, entries.length <= 10 && isOpen && name === '', depth + 1))}
    ${entries.length > ENTRIES ? html`<p><small>${t('json.more', { count: number(entries.length - ENTRIES) })}</small></p>` : nothing}
  </details>`;
}

function blocksView(blocks) {
  return blocks.map(blockView);
}

function blockView(block) {
  switch (block.kind) {
    case 'heading':
      return html`<p class="heading" role="heading" aria-level=${Math.min(6, block.level + 2)}>${partsView(block.content)}</p>`;
    case 'code':
      return html`<pre tabindex="0">${block.text}</pre>`;
    case 'rule':
      return html`<hr />`;
    case 'quote':
      return html`<blockquote>${blocksView(block.blocks)}</blockquote>`;
    case 'list':
      return block.start === undefined
        ? html`<ul>${block.items.map((item) => html`<li>${blocksView(item)}</li>`)}</ul>`
        : html`<ol start=${block.start}>${block.items.map((item) => html`<li>${blocksView(item)}</li>`)}</ol>`;
    case 'table':
      return tableView(block);
    default:
      return html`<p>${partsView(block.content)}</p>`;
  }
}

function tableView({ head, rows, ends }) {
  const kind = (i) => (ends[i] ? 'number' : '');
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('text.table')}><table>
    <thead><tr>${head.map((cell, i) => html`<th scope="col" class=${kind(i)}>${partsView(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class=${kind(i)}>${partsView(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function partsView(parts) {
  return parts.map((part) => {
    switch (part.kind) {
      case 'code':
        return html`<code>${part.text}</code>`;
      case 'strong':
        return html`<strong>${partsView(part.content)}</strong>`;
      case 'em':
        return html`<em>${partsView(part.content)}</em>`;
      case 'del':
        return html`<del>${partsView(part.content)}</del>`;
      case 'link':
        return linkView(part);
      default:
        return part;
    }
  });
}

/** The host is said, because the words of a link may name another one. */
function linkView({ address, content }) {
  const isItself = content.length === 1 && content[0] === address;
  return html`<a href=${address} title=${address} target="_blank" rel="noopener noreferrer">${partsView(content)}</a>${isItself ? nothing : html` <small>(${new URL(address).host})</small>`}`;
}
