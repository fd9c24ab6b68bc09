// The definition of a schedule as JSON. The server says when it would fire before it is stored.
import { html, nothing } from '../../html.js';
import { post } from '../../api.js';
import { draftOf } from '../../drafts.js';
import { json, time } from '../../format.js';
import { t } from '../../i18n.js';
import { readDocument } from '../../json.js';
import { openDialog } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';

export function openDefinition(title, definition, store, done) {
  const key = crypto.randomUUID();
  const draft = draftOf(`schedule ${json(definition)}`);
  let text = draft.read() ?? json(definition);
  let preview;
  let fault;
  const dialog = openDialog(title, (close) => html`<form @submit=${next}>
    <label>${t('schedules.definition')} <textarea class="code" rows="14" @input=${typed} .value=${text}></textarea></label>
    ${preview ? html`<div class="notice" role="status"><p>${t('schedules.next')}</p><ul>${preview.next.slice(0, 5).map((at) => html`<li>${time(at)}</li>`)}</ul></div>` : nothing}
    <div role="alert">${fault ? problemView(fault) : nothing}</div>
    <div class="acts"><button class="primary">${preview ? t('schedules.store') : t('schedules.preview')}</button>
      <button type="button" @click=${close}>${t('dialog.cancel')}</button></div>
  </form>`, draft.remove);

  function typed(event) {
    text = event.target.value;
    draft.keep(text);
    preview = undefined;
    fault = undefined;
    dialog.update();
  }

  async function next(event) {
    event.preventDefault();
    fault = undefined;
    try {
      const wanted = readDocument(text);
      if (!preview) {
        preview = await post('schedules:preview', wanted);
      } else {
        const stored = await store(wanted, key);
        draft.remove();
        dialog.close();
        done(stored);
        return;
      }
    } catch (problem) {
      fault = problem;
    }
    dialog.update();
  }
}
