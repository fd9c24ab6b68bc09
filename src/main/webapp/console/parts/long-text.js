// A text that may be long: its size, a search, and all of it in parts, so that megabytes do not burden the page.
import { html, nothing, render } from '../html.js';
import { number } from '../format.js';
import { t } from '../i18n.js';

const CHARACTERS = 20_000;
const LINES = 400;
const opened = new Map(); // what has been opened of the texts that have several parts, by their keys

/**
 * @param key names the text while the console is open
 * @param kindOf gives the class of a line, where lines have one
 */
export function longText(key, text, kindOf) {
  return html`<long-text .content=${{ key, text, kindOf }}></long-text>`;
}

/** Returns how many characters are in parts of a text that nobody has opened here; its first part is always shown. */
export function unopened(key, text) {
  return partsOf(text).filter((part, at) => at > 0 && !opened.get(key)?.has(at)).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Cuts a text at ends of lines, and a line only if it is longer than a part. */
function partsOf(text) {
  const parts = [];
  let from = 0;
  do {
    let to = from;
    for (let line = 0; line < LINES && to < text.length; line += 1) {
      const next = text.indexOf('\n', to) + 1 || text.length;
      if (next - from > CHARACTERS) {
        to = to === from ? from + CHARACTERS - Number(isHalf(text[from + CHARACTERS - 1])) : to;
        break;
      }
      to = next;
    }
    parts.push({ from, to });
    from = to;
  } while (from < text.length);
  return parts;
}

function isHalf(unit) {
  return /[\ud800-\udbff]/.test(unit);
}

class LongText extends HTMLElement {
  key;
  text;
  kindOf;
  parts;
  at;
  hit;
  searched;

  set content({ key, text, kindOf }) {
    if (this.key === key && this.text === text) {
      return;
    }
    Object.assign(this, { key, text, kindOf, parts: partsOf(text), at: 0, hit: undefined, searched: '' });
    this.draw();
  }

  open(at) {
    this.at = at;
    opened.set(this.key, (opened.get(this.key) ?? new Set()).add(at));
    this.draw();
    this.dispatchEvent(new CustomEvent('opened', { bubbles: true }));
  }

  find(event) {
    event.preventDefault();
    event.stopPropagation(); // a dialog around it is a form too
    if (this.searched === '') {
      return;
    }
    const pattern = new RegExp(this.searched.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
    pattern.lastIndex = this.hit?.to ?? 0;
    const found = pattern.exec(this.text) ?? pattern.exec(this.text); // from the beginning again after the last one
    this.hit = found ? { from: found.index, to: found.index + found[0].length } : undefined;
    this.missed = !found;
    if (found) {
      this.open(this.parts.findIndex(({ to }) => found.index < to));
      this.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
    } else {
      this.draw();
    }
  }

  draw() {
    const { from, to } = this.parts[this.at];
    render(html`${this.parts.length > 1 ? this.bar() : nothing}
      <pre tabindex="0" class=${this.kindOf ? 'diff' : ''}>${this.kindOf ? this.lines(from, to) : this.marked(from, to)}</pre>`, this);
  }

  bar() {
    const last = this.parts.length - 1;
    const step = (key, at) => html`<button type="button" ?disabled=${at < 0 || at > last || at === this.at} @click=${() => this.open(at)}>${t(key)}</button>`;
    const { from, to } = this.parts[this.at];
    return html`<div class="acts parts"><span>${t('text.part', { at: number(this.at + 1), of: number(last + 1), from: number(from + 1), to: number(to), size: number(this.text.length) })}</span>
      ${step('text.first', 0)} ${step('text.previous', this.at - 1)} ${step('text.next', this.at + 1)} ${step('text.last', last)}
      <input type="search" aria-label=${t('text.search')} placeholder=${t('text.search')} .value=${this.searched}
        @input=${(event) => { this.searched = event.target.value; this.hit = undefined; }}
        @keydown=${(event) => event.key === 'Enter' && this.find(event)} />
      <button type="button" @click=${(event) => this.find(event)}>${t('text.find')}</button>
      <span role="status">${this.missed ? t('text.missed') : this.hit ? t('text.line', { line: number(this.text.slice(0, this.hit.from).split('\n').length) }) : nothing}</span></div>`;
  }

  lines(from, to) {
    const lines = [];
    for (let at = from; at < to;) {
      const end = Math.min(this.text.indexOf('\n', at) + 1 || to, to);
      const start = this.text.lastIndexOf('\n', at - 1) + 1; // a part may begin within a line
      const isEmpty = this.text[at] === '\n';
      lines.push(html`<span class=${this.kindOf(this.text.slice(start, start + 2))}>${isEmpty ? ' ' : this.marked(at, this.text[end - 1] === '\n' ? end - 1 : end)}</span>`);
      at = end;
    }
    return lines;
  }

  marked(from, to) {
    const { hit, text } = this;
    if (!hit || hit.to <= from || hit.from >= to) {
      return text.slice(from, to);
    }
    const begin = Math.max(hit.from, from);
    const end = Math.min(hit.to, to);
    return [text.slice(from, begin), html`<mark>${text.slice(begin, end)}</mark>`, text.slice(end, to)];
  }
}

customElements.define('long-text', LongText);
