// What people have decided in a run, each call with everything that was said about it.
import { html } from '../../html.js';
import { get } from '../../api.js';
import { money, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { pages } from '../../parts/source.js';
import { empty, more } from '../../parts/table.js';

export function historyView(model, run) {
  model.approvals ??= pages((place) => get(`runs/${run.id}/approvals`, place), model.update, (record, i) => i);
  const asked = (items) => items.filter(({ history }) => history.length > 0); // other calls were within the limits
  return html`${model.approvals.view(({ items, next }) => (asked(items).length === 0 && !next
    ? empty(t('history.empty'))
    : asked(items).map((record) => html`<article class="call">
        <h3><code>${record.tool ?? ''}</code> ${record.call}</h3>
        <p>${record.step.phase} ${record.step.iteration} ${record.estimate ? money(record.estimate.amount, record.estimate.currency) : ''}</p>
        <ol>
          ${record.history.map((step) => html`<li>${time(step.at)} <a href=${`#/runs/${run.id}/events/${step.sequence}`}>#${step.sequence}</a>
            <b>${term('step', step.kind)}</b> ${step.by ?? ''} ${step.to ? `→ ${step.to}` : ''} ${step.text ?? ''}</li>`)}
        </ol>
      </article>`)))} ${more(model.approvals)}`;
}
