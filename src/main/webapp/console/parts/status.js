// A status as a word with a colour, never as a colour alone.
import { html } from '../html.js';
import { term } from '../i18n.js';

/** The statuses of runs that have ended. */
export const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER'];

export function status(value, kind = 'status') {
  return html`<span class="status s-${value}">${term(kind, value)}</span>`;
}

/** How much of something is done, as a bar with its figures. */
export function progress(done, all, label, text) {
  return html`<span class="bar"><span class="bar-label">${label}</span>
    <progress max="1" value=${all > 0 ? Math.min(1, done / all) : 0} aria-label=${`${label}: ${text}`}></progress>
    <span class="bar-text">${text}</span></span>`;
}

/** What part of a limit is used, as a bar with its figures. */
export function bar(used, limit, label, text) {
  const part = limit > 0 ? Math.min(1, used / limit) : 0;
  return html`<span class="bar"><span class="bar-label">${label}</span>
    <meter min="0" max="1" high="0.8" value=${part} aria-label=${`${label}: ${text}`}></meter>
    <span class="bar-text">${text}</span></span>`;
}
