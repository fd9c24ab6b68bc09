// A fault in words: what happened, and what to do if the console knows.
import { html, nothing } from '../html.js';
import { has, t } from '../i18n.js';

/** Codes after which the page shows something that no longer holds. */
export const OUTDATED = ['precondition-failed', 'call-decided', 'call-not-open', 'bulk-preview-changed', 'schedule-changed', 'retention-plan-changed'];

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
