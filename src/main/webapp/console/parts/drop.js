// A button that opens what a person chooses from, over the page. It closes when it is left, and when another page is opened,
// which may be drawn into the same elements.
import { html } from '../html.js';

/** @param kind a further class */
export function drop(label, content, kind = '') {
  return html`<details class="drop ${kind}" @keydown=${close} @focusout=${close}>
    <summary>${label}</summary>
    <div>${content}</div>
  </details>`;
}

window.addEventListener('hashchange', () => document.querySelectorAll('.drop[open]').forEach((menu) => menu.removeAttribute('open')));

function close(event) {
  const menu = event.currentTarget;
  const isLeft = event.type === 'focusout' && event.relatedTarget && !menu.contains(event.relatedTarget);
  if (event.key === 'Escape') {
    menu.querySelector('summary').focus();
  }
  if (isLeft || event.key === 'Escape') {
    menu.open = false;
  }
}
