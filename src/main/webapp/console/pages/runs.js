// The runs of the tenant: counts by status, filters that are in the address and can be saved, and acts on many of them.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { go, link } from '../router.js';
import { t } from '../i18n.js';
import { pages, poll, source } from '../parts/source.js';
import { empty, more, table } from '../parts/table.js';
import { hasRole } from '../session.js';
import { columnChoice, columnsOf } from './runs/columns.js';
import { countsView, failuresView, filterForm, filterOf, savedFilters } from './runs/filter.js';
import { openBulk } from './bulk/preview.js';
import { openSubmission } from './runs/submit.js';

const PAGE = 50;

export function open({ query, update }) {
  const filter = filterOf(query);
  const selected = new Set();
  const runs = pages((place) => get('runs', { ...filter, limit: PAGE, ...place }), update);
  const counts = source(() => get('run-counts', { agent: filter.agent, failedAfter: filter.endedAfter }), update);
  const agents = source(() => get('agents'), update);
  const stop = poll(10, runs, counts);

  function check(run) {
    return html`<input
      type="checkbox"
      aria-label=${t('runs.select', { id: run.id })}
      .checked=${selected.has(run.id)}
      @change=${(event) => {
        if (event.target.checked) {
          selected.add(run.id);
        } else {
          selected.delete(run.id);
        }
        update();
      }}
    />`;
  }

  function bulkActs() {
    if (!hasRole('operator', 'admin', 'approver')) {
      return nothing;
    }
    const target = selected.size > 0 ? { runs: [...selected] } : bulkFilter(filter);
    const words = selected.size > 0 ? t('runs.bulk.selected', { count: selected.size }) : t('runs.bulk.all');
    return html`<button type="button" @click=${() => openBulk(target, words, chosen())}>${words}…</button>`;
  }

  /** The runs that are selected, or else those that are listed, which are like all that match. */
  function chosen() {
    return runs.value ? runs.value.items.filter((run) => selected.size === 0 || selected.has(run.id)) : [];
  }

  function compare() {
    if (selected.size !== 2) {
      return nothing;
    }
    const [left, right] = selected;
    return html`<button type="button" @click=${() => go('/compare', { left, right })}>${t('runs.compare')}</button>`;
  }

  return {
    title: () => t('runs.title'),
    close: stop,
    view: () => html`<h1>${t('runs.title')}</h1>
      ${countsView(counts.value?.items ?? [], filter)} ${failuresView(filter, counts.value?.failures ?? [])} ${filterForm(filter, agents.value?.items ?? [], update)}
      ${savedFilters(filter, update)}
      <div class="acts">
        ${bulkActs()} ${compare()}
        ${hasRole('submitter', 'operator', 'admin')
          ? html`<button type="button" class="primary" @click=${() => openSubmission(agents.value?.items ?? [])}>${t('runs.start')}…</button>`
          : nothing}
        ${columnChoice(update)}
      </div>
      ${runs.view(({ items, next }) =>
        items.length === 0 && !next
          ? empty(t('runs.empty'), html`<a href=${link('/runs')}>${t('runs.empty.next')}</a>`)
          : html`${table(t('runs.title'), [['', check], ...columnsOf()], items)} ${more(runs)}`,
      )}`,
  };
}

/** What the same filter is in a request for many runs. */
function bulkFilter(filter) {
  const { label, sort, ...rest } = filter;
  const labels = Object.fromEntries([label ?? []].flat().map((each) => each.split(/=(.*)/s).slice(0, 2)));
  return { ...rest, ...(label?.length ? { labels } : {}) };
}
