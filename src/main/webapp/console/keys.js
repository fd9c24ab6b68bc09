// The keys that do the same on every page. `?` lists them.
import { html } from './html.js';
import { t } from './i18n.js';
import { openDialog } from './parts/dialog.js';

/** Where a key is a letter, and not an act. */
const TYPED = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog';
const ROWS = 'main tbody tr, main [data-row]';
const KEYS = [['/', 'find'], ['Ctrl K', 'find'], ['j', 'next'], ['k', 'previous'], ['Ctrl Enter', 'send'], ['Esc', 'close'], ['?', 'keys']];

export function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) {
      return;
    }
    const isDone = event.ctrlKey || event.metaKey ? withControl(event) : alone(event);
    if (isDone) {
      event.preventDefault();
    }
  });
}

function withControl(event) {
  if (event.key === 'k') {
    return find();
  }
  const form = event.key === 'Enter' ? event.target.closest?.('form') : undefined;
  form?.requestSubmit(form.querySelector('.primary, .acts button'));
  return Boolean(form);
}

function alone(event) {
  if (event.target.closest?.(TYPED)) {
    return false;
  }
  switch (event.key) {
    case '/':
      return find();
    case '?':
      return showKeys();
    case 'j':
      return step(1);
    case 'k':
      return step(-1);
    default:
      return false;
  }
}

function find() {
  const box = /** @type {HTMLInputElement} */ (document.getElementById('find'));
  box?.focus();
  box?.select();
  return Boolean(box);
}

/** Goes to the next row of what the page lists. */
function step(by) {
  const rows = [...document.querySelectorAll(ROWS)].filter((row) => row.querySelector('a, button'));
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[Math.max(0, Math.min(rows.length - 1, here < 0 ? 0 : here + by))];
  row?.querySelector('a, button')?.focus();
  return Boolean(row);
}

function showKeys() {
  openDialog(t('keys.title'), (close) => html`<dl class="keys">
      ${KEYS.map(([key, act]) => html`<div><dt>${key.split(' ').map((each) => html`<kbd>${each}</kbd> `)}</dt><dd>${t(`keys.${act}`)}</dd></div>`)}
    </dl>
    <div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
  return true;
}
