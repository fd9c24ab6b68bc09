// Which of the listed runs a person has chosen, and what can be done with those, or else with all that match.
import { html, nothing } from '../../html.js';
import { t } from '../../i18n.js';
import { go } from '../../router.js';
import { hasRole } from '../../session.js';
import { openBulk } from '../bulk/preview.js';
import { bulkOf } from './query.js';

export function selectionOf(filter, update) {
  const selected = new Set();
  const choose = (runs, on) => {
    runs.forEach((run) => (on ? selected.add(run.id) : selected.delete(run.id)));
    update();
  };
  const box = (label, runs) => html`<label class="box"><input type="checkbox" aria-label=${label} .checked=${runs.length > 0 && runs.every((run) => selected.has(run.id))}
    @change=${(event) => choose(runs, event.target.checked)} /></label>`;

  /** @param runs some of those that match, by which an act is proposed */
  function bulk(runs) {
    if (!hasRole('operator', 'admin', 'approver')) {
      return nothing;
    }
    const isSome = selected.size > 0;
    const words = isSome ? t('runs.bulk.selected', { count: selected.size }) : t('runs.bulk.all');
    const open = () => openBulk(isSome ? { runs: [...selected] } : bulkOf(filter), words, runs.filter((run) => !isSome || selected.has(run.id)));
    return html`<button type="button" @click=${open}>${words}…</button>`;
  }

  function compare() {
    const [left, right] = selected;
    return selected.size === 2 ? html`<button type="button" @click=${() => go('/compare', { left, right })}>${t('runs.compare')}</button>` : nothing;
  }

  return {
    column: (runs) => [box(t('runs.selectAll'), runs), (run) => box(t('runs.select', { id: run.id }), [run]), 'check'],
    acts: (runs) => html`<div class="acts">${bulk(runs)} ${compare()}</div>`,
  };
}
