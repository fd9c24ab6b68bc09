// A fault in words: what happened, and what to do if the console knows.
import { html, nothing } from '../html.js';
import { has, t } from '../i18n.js';

/** Whether what the page shows does not hold, or no longer: it conflicts with what was to be done. */
export function isOutdated(fault) {
  return fault.status === 409 || fault.status === 412;
}

export function problemView(fault) {
  const code = fault.code ?? '';
  const advice = `problem.${code}`;
  return html`<div class="problem">
    <strong>${fault.body?.title ?? t('problem.title')}</strong>
    <p>${has(advice) ? t(advice) : nothing} ${fault.body ? fault.body.detail : fault.message}</p>
    ${(fault.body?.errors ?? []).map((each) => html`<p><code>${each.path}</code> ${each.message}</p>`)}
    ${fault.body?.traceId ? html`<small>${code} · ${fault.body.traceId}</small>` : nothing}
  </div>`;
}
