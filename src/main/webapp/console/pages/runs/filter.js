// Which runs are listed. A filter is part of the address, so that it can be sent to others, and can be saved under a name.
import { html, nothing } from '../../html.js';
import { number } from '../../format.js';
import { t, term } from '../../i18n.js';
import { go, link } from '../../router.js';
import { prefer, preference } from '../../preferences.js';

const NAMES = ['status', 'agent', 'waitingFor', 'failureCode', 'q', 'createdAfter', 'createdBefore', 'endedAfter', 'endedBefore', 'sort'];
const HOUR = 3_600_000;
const STATUSES = ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER'];
const WAITS = ['approval', 'answer', 'reconciliation', 'loop', 'migration', 'timer', 'retry', 'budget', 'child-run'];

export function filterOf(query) {
  const filter = {};
  NAMES.forEach((name) => {
    if (query.get(name)) {
      filter[name] = query.get(name);
    }
  });
  const labels = query.getAll('label').filter(Boolean);
  return labels.length ? { ...filter, label: labels } : filter;
}

export function countsView(counts, filter) {
  return html`<ul class="counts" aria-label=${t('runs.counts')}>
    <li><a href=${link('/runs', { ...filter, status: undefined })} aria-current=${String(!filter.status)}>${t('runs.all')}</a></li>
    ${STATUSES.map((each) => {
      const count = counts.find((it) => it.status === each);
      return html`<li>
        <a href=${link('/runs', { ...filter, status: each })} aria-current=${String(filter.status === each)}
          >${term('status', each)} <b>${count ? number(count.count) : 0}${count?.orMore ? '+' : ''}</b></a
        >
      </li>`;
    })}
  </ul>`;
}

export function filterForm(filter, agents) {
  function apply(event) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = { status: filter.status };
    for (const name of ['agent', 'waitingFor', 'failureCode', 'q', 'sort']) {
      chosen[name] = form.get(name);
    }
    for (const name of ['createdAfter', 'createdBefore', 'endedAfter', 'endedBefore']) {
      chosen[name] = form.get(name) ? new Date(form.get(name)).toISOString() : undefined;
    }
    chosen.label = form.get('label').split(/\s+/).filter(Boolean);
    go('/runs', chosen);
  }
  return html`<form class="filters" role="search" aria-label=${t('runs.filter')} @submit=${apply}>
    <label>${t('runs.column.agent')}
      <select name="agent">
        <option value="">${t('filter.any')}</option>
        ${agents.map((agent) => html`<option ?selected=${agent.name === filter.agent}>${agent.name}</option>`)}
      </select></label>
    <label>${t('filter.waitingFor')}
      <select name="waitingFor">
        <option value="">${t('filter.any')}</option>
        ${WAITS.map((each) => html`<option value=${each} ?selected=${each === filter.waitingFor}>${term('waitingFor', each)}</option>`)}
      </select></label>
    <label>${t('filter.q')} <input name="q" .value=${filter.q ?? ''} /></label>
    <label>${t('filter.label')} <input name="label" placeholder="team=search" .value=${(filter.label ?? []).join(' ')} /></label>
    <label>${t('filter.after')} <input type="datetime-local" name="createdAfter" .value=${local(filter.createdAfter)} /></label>
    <label>${t('filter.before')} <input type="datetime-local" name="createdBefore" .value=${local(filter.createdBefore)} /></label>
    <label>${t(filter.status === 'FAILED' ? 'filter.failedAfter' : 'filter.endedAfter')} <input type="datetime-local" name="endedAfter" .value=${local(filter.endedAfter)} /></label>
    <label>${t('filter.endedBefore')} <input type="datetime-local" name="endedBefore" .value=${local(filter.endedBefore)} /></label>
    <label>${t('filter.failureCode')} <input name="failureCode" pattern="[a-z][a-z0-9_]*" .value=${filter.failureCode ?? ''} /></label>
    <label>${t('filter.sort')}
      <select name="sort">
        <option value="">${t('filter.newest')}</option>
        <option value="createdAt" ?selected=${filter.sort === 'createdAt'}>${t('filter.oldest')}</option>
        <option value="-endedAt" ?selected=${filter.sort === '-endedAt'}>${t('filter.lastEnded')}</option>
      </select></label>
    <button>${t('filter.apply')}</button>
  </form>`;
}

/** The beginning of the day, where the person is. */
export function today() {
  return new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
}

/** What failed lately, and why: quick choices of a time, and the causes since the chosen time. */
export function failuresView(filter, failures) {
  const since = (millis) => new Date(Date.now() - millis).toISOString();
  const choices = [['filter.hour', since(HOUR)], ['filter.today', today()], ['filter.day', since(24 * HOUR)]];
  return html`<ul class="counts" aria-label=${t('filter.failures')}>
    <li>${t('filter.failures')}</li>
    ${choices.map(([word, endedAfter]) => html`<li><a href=${link('/runs', { ...filter, status: 'FAILED', endedAfter })}>${t(word)}</a></li>`)}
    ${filter.endedAfter ? causes(failures, filter) : nothing}
  </ul>`;
}

/** The causes of failures with their numbers, each a link to the runs that failed for it. */
export function causes(failures, filter) {
  return failures.map(({ failureCode, count }) => html`<li>
    <a href=${link('/runs', { ...filter, failureCode })} aria-current=${String(filter.failureCode === failureCode)}>${failureCode} <b>${number(count)}</b></a>
  </li>`);
}

function local(at) {
  if (!at) {
    return '';
  }
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function savedFilters(filter, update) {
  const saved = preference('filters', []);
  function save(event) {
    event.preventDefault();
    const name = event.currentTarget.elements.name.value.trim();
    prefer('filters', [...saved.filter((each) => each.name !== name), { name, filter }]);
    event.currentTarget.reset();
    update();
  }
  function forget(name) {
    prefer('filters', saved.filter((each) => each.name !== name));
    update();
  }
  return html`<details class="saved" ?open=${saved.length > 0}>
    <summary>${t('filter.saved')}</summary>
    <ul class="counts">
      ${saved.map(
        (each) => html`<li>
          <a href=${link('/runs', each.filter)}>${each.name}</a>
          <button type="button" aria-label=${t('filter.forget', { name: each.name })} @click=${() => forget(each.name)}>×</button>
        </li>`,
      )}
    </ul>
    ${Object.keys(filter).length > 0
      ? html`<form class="filters" @submit=${save}>
          <label>${t('filter.name')} <input name="name" required maxlength="60" /></label>
          <button>${t('filter.save')}</button>
        </form>`
      : nothing}
  </details>`;
}
