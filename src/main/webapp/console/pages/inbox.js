// Everything that waits for a person, with the keyboard alone if wished.
import { html, nothing, repeat } from '../html.js';
import { get } from '../api.js';
import { distance, shortId } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { caller } from '../session.js';
import { callView, keepPlace } from '../parts/call.js';
import { contextView } from '../parts/context.js';
import { limitView } from '../parts/limit.js';
import { modelCallView } from '../parts/model-call.js';
import { actsOn } from './run/acts.js';
import { pages, poll } from '../parts/source.js';
import { empty, more } from '../parts/table.js';

/** What people do about a run that stands for such a reason. */
const STOPPED = { loop: ['steer', 'resume', 'cancel'], migration: ['migrate', 'cancel'] };
const KINDS = ['approval', 'answer', 'reconciliation', 'loop', 'migration', 'budget'];

export function open({ query, update }) {
  const filter = { waitingFor: query.get('waitingFor') ?? undefined, assignedTo: query.get('mine') ? caller().name : undefined };
  const inbox = pages((place) => get('approvals', { ...filter, limit: 50, ...place }), update, (item) => item.run);
  const stop = poll(5, inbox);
  const reload = () => keepPlace(inbox.load);
  const after = { done: reload, outdated: reload };

  return {
    title: () => t('inbox.title'),
    close: stop,
    view: () => html`<h1>${t('inbox.title')}</h1>
      <p>${t('inbox.keys')} <kbd>a</kbd> ${t('act.approve')}, <kbd>d</kbd> ${t('act.deny')}, <kbd>e</kbd> ${t('act.edit')}, <kbd>w</kbd> ${t('act.answer')}, <kbd>r</kbd> ${t('act.resolve')}, <kbd>s</kbd> ${t('act.assign')}, <kbd>↓</kbd> <kbd>↑</kbd> ${t('inbox.next')}</p>
      ${inbox.view((page) => html`${kinds(page.counts ?? {}, filter)}
        ${page.items.length === 0 && !page.next ? empty(t('inbox.empty'), html`<a href="#/runs">${t('inbox.empty.next')}</a>`) : nothing}
        ${repeat(page.items, (item) => item.run, (item) => itemView(item, after))} ${more(inbox)}`)}`,
  };
}

function keyOf(call) {
  return `${call.phase}/${call.iteration}/${call.id}`;
}

function kinds(counts, filter) {
  return html`<ul class="counts" aria-label=${t('inbox.kinds')}>
    <li><a href="#/inbox" aria-current=${String(!filter.waitingFor && !filter.assignedTo)}>${t('runs.all')}</a></li>
    <li><a href="#/inbox?mine=1" aria-current=${String(Boolean(filter.assignedTo))}>${t('inbox.mine')}</a></li>
    ${KINDS.map((kind) => html`<li><a href=${link('/inbox', { waitingFor: kind })} aria-current=${String(filter.waitingFor === kind)}>${term('waitingFor', kind)} <b>${counts[kind] ?? 0}</b></a></li>`)}
  </ul>`;
}

function itemView(item, after) {
  const run = html`<a href=${link(`/runs/${item.run}`)}>${item.agent} <code>${shortId(item.run)}</code></a>`;
  const about = html`<p class="about">${run} · ${t('inbox.waits', { what: term('waitingFor', item.waitingFor), since: distance(item.since), by: item.submittedBy })}</p>`;
  const calls = item.calls.filter((call) => call.asking || call.status === 'UNKNOWN');
  const modelCall = modelCallView(item.run, item.modelCall, after);
  return html`<section class="item" data-run=${item.run} aria-label=${`${item.agent} ${shortId(item.run)}`}>${about}
    ${contextView(item.run, item.since)}
    ${repeat(calls, keyOf, (call) => callView(item.run, call, after))} ${modelCall}
    ${calls.length === 0 && modelCall === nothing ? stoppedView(item, after) : nothing}</section>`;
}

/** A run that no call keeps waiting: what it needs, and what lets it go on. */
function stoppedView(item, after) {
  const acts = STOPPED[item.waitingFor] ?? ['resume', 'cancel'];
  return html`${item.budget?.reached ? limitView(item.budget.reached) : nothing}
    <div class="acts">${actsOn(item, acts, after.done)}</div>`;
}
