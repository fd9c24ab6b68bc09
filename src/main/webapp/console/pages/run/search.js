// A search in all events of a run, which the server makes. Each hit leads to its place in the transcript and in the record.
import { html, nothing } from '../../html.js';
import { get } from '../../api.js';
import { number, time } from '../../format.js';
import { t } from '../../i18n.js';
import { go, link } from '../../router.js';
import { pages } from '../../parts/source.js';
import { empty, more } from '../../parts/table.js';
import { summaryOf } from './event-text.js';
import { around } from './hit.js';

const MEMBERS = ['q', 'type', 'tool', 'faults'];

export function searchView(model, run) {
  const wanted = Object.fromEntries(MEMBERS.map((name) => [name, model.query?.get(name)]).filter(([, value]) => value));
  const search = JSON.stringify(wanted);
  if (model.searched !== search) {
    model.searched = search;
    model.hits = search === '{}' ? undefined : pages((place) => read(model, run, wanted, place), model.update, (event) => event.sequence);
  }
  return html`${formView(model, run, wanted)}
    ${model.hits ? model.hits.view(({ items, next }) => (items.length === 0
      ? empty(t(next ? 'search.noneYet' : 'search.none'))
      : html`<ol class="hits">${items.map((event) => hitView(run, event, wanted.q))}</ol>`)) : nothing}
    ${model.hits ? more(model.hits) : nothing}`;
}

/** A page may be empty although more follows; there is nothing more after the newest event. */
async function read(model, run, wanted, place) {
  const page = await get(`runs/${run.id}/events`, { ...wanted, ...place, limit: 50 });
  return page.nextAfter < Math.max(model.record.newest, run.lastSequence) ? page : { items: page.items };
}

function formView(model, run, { q = '', type = '', tool = '', faults }) {
  const { types, tools } = model.record.summary;
  const find = (event) => {
    event.preventDefault();
    const { elements } = event.target;
    go(`/runs/${run.id}/search`, { q: elements.q.value.trim(), type: elements.type.value, tool: elements.tool.value, faults: elements.faults.checked ? 'true' : '' });
  };
  const choice = (name, label, values, value) => html`<label>${t(label)} <select name=${name}>
    <option value="" ?selected=${value === ''}>${t('search.any')}</option>
    ${[...new Set([...values, value])].filter(Boolean).sort().map((each) => html`<option value=${each} ?selected=${each === value}>${each}</option>`)}</select></label>`;
  return html`<form class="filters" role="search" @submit=${find}>
    <label>${t('search.text')} <input type="search" name="q" maxlength="200" .value=${q} /></label>
    ${choice('type', 'events.type', types, type)} ${choice('tool', 'search.tool', tools, tool)}
    <label class="switch"><input type="checkbox" name="faults" .checked=${faults === 'true'} /> ${t('search.faults')}</label>
    <button class="primary">${t('search.find')}</button>
  </form>`;
}

function hitView(run, event, q) {
  const [before, match, after] = (q && around(event.data, q)) ?? [];
  return html`<li>
    <a class="place" href=${link(`/runs/${run.id}/transcript/${event.sequence}`)}>#${number(event.sequence)}</a>
    <code>${event.type}</code> <span class="what">${match ? html`${before}<mark>${match}</mark>${after}` : summaryOf(event)}</span>
    <span class="measures">${time(event.at, false)} <a href=${link(`/runs/${run.id}/events/${event.sequence}`)}>${t('search.event')}</a></span>
  </li>`;
}
