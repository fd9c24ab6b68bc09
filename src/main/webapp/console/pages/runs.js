// The runs of the tenant: one line of filters, counts by status, and rows that say at once how each stands and why.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { link } from '../router.js';
import { t } from '../i18n.js';
import { pages, poll, source } from '../parts/source.js';
import { empty, more, table } from '../parts/table.js';
import { hasRole } from '../session.js';
import { columnChoice, columnsOf } from './runs/columns.js';
import { countsView, filterForm, refocus } from './runs/filter.js';
import { filterOf, requestOf } from './runs/query.js';
import { selectionOf } from './runs/selection.js';
import { openSubmission } from './runs/submit.js';
import { viewsMenu } from './runs/views.js';

const PAGE = 50;

export function open({ query, update }) {
  const filter = filterOf(query);
  const name = query.get('view') ?? undefined;
  const runs = pages((place) => get('runs', { ...requestOf(filter), limit: PAGE, ...place }), update);
  const counts = source(() => get('run-counts', { agent: filter.agent }), update);
  const agents = source(() => get('agents'), update);
  const selection = selectionOf(filter, update);
  const listed = () => runs.value?.items ?? [];
  const folding = {
    isOpen: false,
    toggle: () => {
      folding.isOpen = !folding.isOpen;
      update();
    },
  };
  refocus();
  return {
    title: () => name ?? t('runs.title'),
    close: poll(10, runs, counts),
    view: () => html`<header class="page"><h1>${t('runs.title')}${name ? html` <small>${name}</small>` : nothing}</h1>
        <div class="acts">${viewsMenu(filter, name, update)} ${columnChoice(update)}
          ${hasRole('submitter', 'operator', 'admin')
            ? html`<button type="button" class="primary" @click=${() => openSubmission(agents.value?.items ?? [])}>${t('runs.start')}…</button>`
            : nothing}</div>
      </header>
      ${filterForm(filter, agents.value?.items ?? [], folding)}
      <div class="between">${countsView(counts.value?.items ?? [], filter)} ${selection.acts(listed())}</div>
      ${filter.failureGroup ? causeNote(filter, listed()[0]?.failure) : nothing}
      ${runs.view(({ items, next }) =>
        items.length === 0 && !next
          ? empty(t('runs.empty'), html`<a href=${link('/runs')}>${t('runs.empty.next')}</a>`)
          : html`<div class="runs">${table(t('runs.title'), [selection.column(items), ...columnsOf()], items)}</div> ${more(runs)}`,
      )}`,
  };
}

/** Of a cause the address has a digest alone: the first of its runs says what it is. */
function causeNote(filter, failure) {
  return html`<p class="notice">${t('runs.oneCause')} ${failure ? html`<code>${failure.code}</code> <span lang="en">${failure.message}</span>` : nothing}
    <a href=${link('/failures', { over: filter.ended })}>${t('failures.all')}</a></p>`;
}
