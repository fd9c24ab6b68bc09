// One run: how it stands and what came of it, its phases, its record in several views, and what a person can do to it.
import { html, nothing } from '../html.js';
import { getTagged } from '../api.js';
import { number, shortId } from '../format.js';
import { t } from '../i18n.js';
import { prefer, preference } from '../preferences.js';
import { link } from '../router.js';
import { problemView } from '../parts/problem.js';
import { source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { standing } from './run/standing.js';
import { factsView } from './run/facts.js';
import { figuresView, phasesView, resultView } from './run/glance.js';
import { actsView } from './run/acts.js';
import { openCalls, readOpenCalls } from './run/open-calls.js';
import { openRecord } from './run/record.js';
import { keepsUp, readingView } from './run/reading.js';
import { transcriptView } from './run/transcript.js';
import { eventsView } from './run/events.js';
import { searchView } from './run/search.js';
import { timelineView } from './run/timeline-view.js';
import { costView } from './run/cost.js';
import { relativesView } from './run/relatives.js';
import { checkpointsView } from './run/checkpoints.js';
import { historyView } from './run/history.js';

const VIEWS = {
  transcript: transcriptView,
  timeline: timelineView,
  events: eventsView,
  search: searchView,
  cost: costView,
  relatives: relativesView,
  checkpoints: checkpointsView,
  history: historyView,
};

/** Only these runs have calls that a person decides on. */
function waits(run) {
  return ['WAITING', 'PAUSED'].includes(run?.value.status);
}

function viewOf(name) {
  return Object.hasOwn(VIEWS, name ?? '') ? name : 'transcript';
}

export function open({ params, query, update }) {
  const id = encodeURIComponent(params.id); // it may be anything that a person has typed
  const model = { id, state: 'live', live: undefined, view: viewOf(params.view), target: /^\d{1,15}$/.test(params.sequence ?? '') ? Number(params.sequence) : 0, query, update };
  model.run = source(() => getTagged(`runs/${id}`), update);
  model.calls = source(async () => {
    const run = await model.run.loading;
    model.readTo = run?.value.lastSequence; // the run alone is read more often
    return waits(run) ? readOpenCalls(id) : { items: [] };
  }, update);
  const lastSeen = () => model.record?.newest ?? 0;
  // Views that have been opened read again what they show.
  model.reload = async () => {
    await Promise.all([model.run, model.calls, model.ledger, model.approvals, model.checkpoints].map((each) => each?.load()));
    if (!model.closed && model.state === 'ended' && model.run.value?.value.lastSequence > lastSeen()) {
      model.state = 'live';
      model.record.resume(); // a person has retried it, and it may have ended again since
    }
  };
  /** What is shown of the calls may be older than the run: an answer may have been overtaken. */
  const catchUp = async () => {
    await model.run.loading;
    if (Math.max(lastSeen(), model.run.value?.value.lastSequence ?? 0) > (model.readTo ?? 0)) {
      model.reload();
    }
  };
  let timer;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      catchUp();
    }, 300);
  };
  const keep = keepsUp(model);
  const begin = async () => {
    const run = (await model.run.loading)?.value;
    if (!run || model.record || model.closed) {
      return; // the next tick tries again
    }
    model.record = openRecord(id, run.lastSequence, model.target, {
      events: (events) => {
        if (events.some((event) => event.type === 'model.replied')) {
          model.live = undefined;
        }
        soon();
        update();
        keep.up();
      },
      live: (name, data) => {
        if (name === 'model.delta') {
          model.live = data.offset === 0 || !model.live ? data : { ...data, text: model.live.text + data.text };
        } else if (name === 'model.restart') {
          model.live = undefined;
        } else if (name === 'tool-call.progress') {
          model.progress = data;
        }
        update();
        keep.up();
      },
      state: (state, refusal) => {
        if (state === 'live' && model.state === 'lost') {
          model.reload(); // another server may have the run by now
        }
        model.state = state;
        model.lostSince = state === 'lost' ? (model.lostSince ?? Date.now()) : undefined;
        model.refusal = refusal;
        update();
      },
      update,
    });
    model.record.follows = model.target === 0 && ['QUEUED', 'RUNNING'].includes(run.status);
    update();
  };
  begin();
  // Also what is no event changes: leases, places in the queue.
  const tick = setInterval(() => {
    if (!document.hidden && model.state !== 'ended') {
      model.run.load();
      begin();
      catchUp();
    }
  }, 5000);

  return {
    title: () => t('run.title', { id: shortId(id) }),
    close: () => {
      model.closed = true;
      model.record?.close();
      keep.close();
      clearInterval(tick);
      clearTimeout(timer);
    },
    hasTarget: () => model.target > 0,
    moved: ({ parts, query: next }) => {
      if (parts[0] !== 'runs' || parts[1] !== id) {
        return false;
      }
      model.view = viewOf(parts[2]);
      model.target = Number(parts[3]) || 0;
      model.query = next;
      if (model.target > 0) {
        model.record?.goTo(model.target);
      }
      keep.moved();
      return true;
    },
    view: () => model.run.view(({ value: run }) => (model.record ? pageView(model, run) : nothing)),
  };
}

function pageView(model, run) {
  const line = standing(run, model.calls.value?.items ?? [], model.record.latest, model.lostSince);
  const fenced = (content) => html`<fieldset class="plain" ?disabled=${Boolean(model.lostSince)}>${content}</fieldset>`;
  return html`<div class="glance">
    <h1>${run.agent} <code title=${run.id}>${shortId(run.id)}</code> ${status(run.status)}</h1>
    <p class="first-line ${line.kind}" role="status" id="standing">${line.text} ${whereItFailed(model, run)}</p>
    <div class="asked">${fenced(openCalls(model, run))}</div>
    <div class="acts">${connection(model)} ${fenced(actsView(model, run))}</div>
    ${figuresView(run)}
    </div>
    ${phasesView(model, run)} ${resultView(model, run)}
    <details id="details"><summary>${t('run.details')}</summary>${factsView(run, model.run.value.links)}
      <label class="switch"><input type="checkbox" .checked=${preference('streaming', true)} @change=${(event) => prefer('streaming', event.target.checked)} /> ${t('run.streaming')}</label></details>
    <ul class="views" aria-label=${t('run.views')}>
      ${Object.keys(VIEWS).map(
        (each) => html`<li><a href=${link(`/runs/${run.id}/${each}`)} aria-current=${each === model.view ? 'page' : 'false'}>${t(`run.view.${each}`)}</a></li>`,
      )}
    </ul>
    ${model.refusal ? problemView(model.refusal) : nothing} ${readingView(model, run)}
    <section class=${model.record.follows ? 'follows' : ''} aria-label=${t(`run.view.${model.view}`)}>${VIEWS[model.view](model, run)}</section>`;
}

/** The last fault of a run that has failed, if it is among the events that the page has read. */
function whereItFailed({ record: { latest } }, run) {
  return ['FAILED', 'DEAD_LETTER'].includes(run.status) && latest.fault
    ? html`<a href=${link(`/runs/${run.id}/transcript/${latest.fault.sequence}`)}>${t('standing.where', { event: number(latest.fault.sequence) })}</a>`
    : nothing;
}

function connection(model) {
  return html`<span class="connection ${model.state === 'ended' ? 'unseen' : ''}" data-state=${model.state}>${t(`connection.${model.state}`)}</span>`;
}
