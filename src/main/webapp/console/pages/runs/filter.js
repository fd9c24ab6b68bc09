// The line of filters, which folds, and the counts by status. A filter is the address of the list, so that it can be sent to others.
import { html, ifDefined, nothing } from '../../html.js';
import { number } from '../../format.js';
import { t, term } from '../../i18n.js';
import { go, link } from '../../router.js';
import { TIMES } from '../../parts/times.js';
import { chosenIn, foldedIn } from './query.js';

const STATUSES = ['QUEUED', 'RUNNING', 'WAITING', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER'];
const WAITS = ['approval', 'answer', 'reconciliation', 'loop', 'migration', 'timer', 'retry', 'budget', 'child-run'];

/** The field whose choice leads to another list; it keeps the focus there. */
let chosenField;

/** Numbers of runs by status: those of which there are any, and the one that is chosen. */
export function countsView(counts, filter) {
  const countOf = (status) => counts.find((each) => each.status === status) ?? { count: 0 };
  const item = (status, text, count) => html`<li><a href=${link('/runs', { ...filter, status })} aria-current=${String(filter.status === status)}>${text} ${count}</a></li>`;
  return html`<ul class="counts small" aria-label=${t('runs.counts')}>
    ${item(undefined, t('runs.all'), nothing)}
    ${STATUSES.filter((status) => status === filter.status || countOf(status).count > 0).map((status) =>
      item(status, term('status', status), html`<b>${number(countOf(status).count)}${countOf(status).orMore ? '+' : ''}</b>`))}
    ${countOf('FAILED').count > 0 ? html`<li><a class="why" href=${link('/failures', { over: filter.ended, agent: filter.agent })}>${t('failures.ask')}</a></li>` : nothing}
  </ul>`;
}

export function filterForm(filter, agents, folding) {
  const apply = (event) => {
    event.preventDefault();
    go('/runs', chosenIn(new FormData(event.currentTarget), (text) => new Date(text).toISOString()));
  };
  const choose = (event) => {
    if (event.target.matches('.line select')) {
      chosenField = event.target.name;
      event.currentTarget.requestSubmit();
    }
  };
  const folded = foldedIn(filter);
  return html`<form class="filter ${folding.isOpen ? 'open' : ''}" role="search" aria-label=${t('runs.filter')} @submit=${apply} @change=${choose}>
    <div class="line">
      ${options('status', t('filter.anyStatus'), STATUSES.map((each) => [each, term('status', each)]), filter.status, t('runs.column.status'))}
      ${options('agent', t('filter.anyAgent'), agents.map(({ name }) => [name, name]), filter.agent, t('runs.column.agent'))}
      ${timeSelect(filter)}
      <input type="search" name="q" maxlength="200" aria-label=${t('filter.q')} placeholder=${t('filter.q')} .value=${filter.q ?? ''} />
      <button type="button" class="fold" aria-expanded=${String(folding.isOpen)} aria-controls="more-filters" @click=${folding.toggle}>${t('filter.more')}${folded > 0 ? html` <span class="badge">${folded}</span>` : nothing}</button>
      <button class="apply">${t('filter.apply')}</button>
      ${Object.keys(filter).length > 0 ? html`<a href="#/runs">${t('filter.clear')}</a>` : nothing}
    </div>
    <div class="filters" id="more-filters">
      ${field(t('filter.label'), html`<input name="label" placeholder="team=search" .value=${(filter.label ?? []).join(' ')} />`)}
      ${field(t('filter.waitingFor'), options('waitingFor', t('filter.any'), WAITS.map((each) => [each, term('waitingFor', each)]), filter.waitingFor))}
      ${field(t('filter.failureCode'), html`<input name="failureCode" pattern="[a-z][a-z0-9_]*" .value=${filter.failureCode ?? ''} />`)}
      ${moment('createdAfter', t('filter.after'), filter)} ${moment('createdBefore', t('filter.before'), filter)}
      ${moment('endedAfter', t('filter.endedAfter'), filter)} ${moment('endedBefore', t('filter.endedBefore'), filter)}
      ${field(t('filter.sort'), options('sort', t('filter.newest'), [['createdAt', t('filter.oldest')], ['-endedAt', t('filter.lastEnded')]], filter.sort))}
      <input type="hidden" name="failureGroup" .value=${filter.failureGroup ?? ''} />
    </div>
  </form>`;
}

/** Gives the focus back to the field whose choice has led here. */
export function refocus() {
  const name = chosenField;
  chosenField = undefined;
  if (name) {
    queueMicrotask(() => document.querySelector(`.filter [name=${name}]`)?.focus({ preventScroll: true }));
  }
}

function options(name, any, choices, chosen, label) {
  return html`<select name=${name} aria-label=${ifDefined(label)}>
    <option value="">${any}</option>
    ${choices.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
  </select>`;
}

function timeSelect({ created, ended }) {
  const group = (which, chosen) => html`<optgroup label=${t(`filter.${which}`)}>
    ${Object.keys(TIMES).map((over) => html`<option value=${`${which}:${over}`} ?selected=${over === chosen}>${t(`filter.${which}.in`, { time: t(`filter.time.${over}`) })}</option>`)}
  </optgroup>`;
  return html`<select name="time" aria-label=${t('filter.time')}>
    <option value="">${t('filter.anyTime')}</option>
    ${group('created', created)} ${group('ended', ended)}
  </select>`;
}

function field(label, content) {
  return html`<label>${label} ${content}</label>`;
}

function moment(name, label, filter) {
  return field(label, html`<input type="datetime-local" name=${name} .value=${local(filter[name])} />`);
}

function local(at) {
  const date = new Date(at ?? '');
  if (Number.isNaN(date.getTime())) {
    return ''; // none, or not a time, which the server says
  }
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
