// The timeline of a run: a lane for each kind of thing, of which only the part in view is drawn.
import { html, nothing } from '../../html.js';
import { number } from '../../format.js';
import { t } from '../../i18n.js';
import { problemView } from '../../parts/problem.js';
import { spansOf } from './spans.js';
import './timeline.js';

export function timelineView(model, run) {
  const { summary } = model.record;
  if (summary.from === undefined) {
    return html`<p>${t('timeline.empty')}</p>`;
  }
  return html`${summary.fault ? problemView(summary.fault) : nothing}
    <run-timeline .content=${{ run: run.id, ...spansOf(summary, run.endedAt ? Date.parse(run.endedAt) : Date.now()) }}></run-timeline>
    <p class="legend">${t('timeline.legend')} ${summary.whole ? nothing : html`<span role="status">${t('timeline.reading', { count: number(summary.to) })}</span>`}</p>`;
}
