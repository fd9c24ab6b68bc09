// A difference in the unified form. Signs say what colours say.
import { html } from '../html.js';
import { visible } from '../format.js';

const LINES = 2000;

export function diffView(text) {
  const lines = visible(text).split('\n');
  return html`<pre class="diff" tabindex="0">${lines.slice(0, LINES).map((line) => html`<span class=${kindOf(line)}>${line || ' '}</span>`)}${lines.length > LINES ? html`<span>…</span>` : ''}</pre>`;
}

function kindOf(line) {
  if (line.startsWith('+')) {
    return 'added';
  }
  return line.startsWith('-') ? 'removed' : line.startsWith('@@') ? 'place' : '';
}
