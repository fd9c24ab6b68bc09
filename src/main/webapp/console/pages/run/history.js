// What people have decided in a run, each call with everything that was said about it.
import { html } from '../../html.js';
import { get } from '../../api.js';
import { money, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { source } from '../../parts/source.js';
import { empty } from '../../parts/table.js';

export function historyView(model, run) {
  model.approvals ??= source(() => get(`runs/${run.id}/approvals`), model.update);
  return model.approvals.view(({ items }) => (items.length === 0
    ? empty(t('history.empty'))
    : items.map((record) => html`<article class="call">
        <h3><code>${record.tool ?? ''}</code> ${record.call}</h3>
        <p>${record.step.phase} ${record.step.iteration} ${record.estimate ? money(record.estimate.amount, record.estimate.currency) : ''}</p>
        <ol>
          ${record.history.map((step) => html`<li>${time(step.at)} <a href=${`#/runs/${run.id}/events/${step.sequence}`}>#${step.sequence}</a>
            <b>${term('step', step.kind)}</b> ${step.by ?? ''} ${step.to ? `→ ${step.to}` : ''} ${step.text ?? ''}</li>`)}
        </ol>
      </article>`)));
}
