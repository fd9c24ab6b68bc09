// A fault in words: what happened, and what to do if the console knows.
import { html, nothing } from '../html.js';
import { has, language, t } from '../i18n.js';
import { explained } from './explanation.js';

/** Whether what the page shows does not hold, or no longer: it conflicts with what was to be done. */
export function isOutdated(fault) {
  return fault.status === 409 || fault.status === 412;
}

/** The server writes English; what it explains by a code is said in the language of the interface. */
function said(explanation, sentence) {
  const text = explained(explanation, sentence);
  return text === sentence && language() !== 'en' ? html`<span lang="en">${text}</span>` : text;
}

function title({ code = '', title: english }) {
  const key = `problemType.${code}`;
  return has(key) ? t(key) : (english ?? t('problem.title'));
}

/** What a fault is, in few words. */
export function titleOf(fault) {
  return fault.body ? title(fault.body) : fault.message;
}

export function problemView(fault) {
  const code = fault.code ?? '';
  const advice = `problem.${code}`;
  const { body } = fault;
  const errors = body?.errors ?? [];
  const isSaidByError = errors.length === 1 && body.detail.endsWith(errors[0].message);
  return html`<div class="problem">
    <strong>${title(body ?? {})}</strong>
    <p>${has(advice) ? t(advice) : nothing} ${isSaidByError ? nothing : body ? said(body.explanation, body.detail) : fault.message}</p>
    ${errors.map((each) => html`<p><code>${each.path}</code> ${said(each.explanation, each.message)}</p>`)}
    ${fault.body?.traceId ? html`<small>${code} · ${fault.body.traceId}</small>` : nothing}
  </div>`;
}
