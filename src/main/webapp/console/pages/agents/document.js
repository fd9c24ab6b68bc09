// The text of a document with the numbers of its lines, and what is wrong with it, at which line.
import { html, nothing } from '../../html.js';
import { t } from '../../i18n.js';
import { problemView } from '../../parts/problem.js';

export function documentView({ text, fault }, typed) {
  const faulty = new Set(faultsOf(fault).map((each) => each.place?.line));
  const lines = Array.from({ length: text.split('\n').length }, (_, i) => i + 1);
  return html`<label for="document">${t('editor.document')}</label>
    <div class="document">
      <pre class="lines" aria-hidden="true">${lines.map((line) => html`<span class=${faulty.has(line) ? 'faulty' : ''}>${line}</span>`)}</pre>
      <textarea id="document" class="code" rows="28" wrap="off" spellcheck="false" @input=${typed} @scroll=${scrolled} .value=${text}></textarea>
    </div>`;
}

function scrolled({ target }) {
  target.previousElementSibling.scrollTop = target.scrollTop;
}

/** Whether the document is valid; otherwise each fault, with a button to its line. */
export function verdictView({ verdict, fault }) {
  const faults = faultsOf(fault);
  return html`<div role="status" class="verdict">
    ${verdict ? html`<p>${t('editor.valid', { name: verdict.name, version: verdict.version.slice(0, 12) })}</p>
      ${verdict.warnings.map((each) => html`<p class="notice">${each}</p>`)}` : nothing}
    ${faults.length > 0
      ? html`<ul class="faults problem">${faults.map((each) => html`<li>${each.place
          ? html`<button type="button" @click=${() => goTo(each.place)}>${t('editor.line', each.place)}</button> `
          : nothing}<code>${each.path}</code> ${each.message}</li>`)}</ul>`
      : nothing}
    ${fault && faults.length === 0 ? problemView(fault) : nothing}
  </div>`;
}

function faultsOf(fault) {
  return fault?.body.errors ?? [];
}

/** Puts the cursor where a fault is, and shows its line. */
function goTo({ line, column }) {
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('document'));
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  field.focus();
  field.setSelectionRange(start + column - 1, start + lines[line - 1].length);
  field.scrollTop = (field.scrollHeight / lines.length) * (line - 3);
}
