// One run: what it does and why it does not move, its record in several views, and what a person can do to it.
import { html, nothing } from '../html.js';
import { getTagged } from '../api.js';
import { follow } from '../feed.js';
import { shortId } from '../format.js';
import { t } from '../i18n.js';
import { prefer, preference } from '../preferences.js';
import { link } from '../router.js';
import { problemView } from '../parts/problem.js';
import { source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { standing } from './run/standing.js';
import { factsView } from './run/facts.js';
import { actsView } from './run/acts.js';
import { openCalls, readOpenCalls } from './run/open-calls.js';
import { transcriptView } from './run/transcript.js';
import { eventsView } from './run/events.js';
import { timelineView } from './run/timeline-view.js';
import { costView } from './run/cost.js';
import { relativesView } from './run/relatives.js';
import { checkpointsView } from './run/checkpoints.js';
import { historyView } from './run/history.js';

const VIEWS = {
  transcript: transcriptView,
  timeline: timelineView,
  events: eventsView,
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

export function open({ params, update }) {
  const { id } = params;
  const model = { id, events: [], state: 'live', live: undefined, view: viewOf(params.view), target: Number(params.sequence) || 0, update };
  model.run = source(() => getTagged(`runs/${id}`), update);
  model.calls = source(async () => {
    const run = await model.run.loading;
    model.readTo = run?.value.lastSequence; // the run alone is read more often
    return waits(run) ? readOpenCalls(id) : { items: [] };
  }, update);
  // Views that have been opened read again what they show.
  model.reload = async () => {
    await Promise.all([model.run, model.calls, model.ledger, model.approvals, model.checkpoints].map((each) => each?.load()));
    if (!model.closed && model.state === 'ended' && model.run.value?.value.lastSequence > lastSeen()) {
      model.state = 'live';
      stop = begin(); // a person has retried it, and it may have ended again since
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
  const lastSeen = () => model.events.at(-1)?.sequence ?? 0;
  const begin = () => follow(`runs/${id}/events`, lastSeen(), {
    events: (events) => {
      model.events.push(...events);
      if (events.some((event) => event.type === 'model.replied')) {
        model.live = undefined;
      }
      soon();
      update();
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
  });
  let stop = begin();
  // Also what is no event changes: leases, places in the queue.
  const tick = setInterval(() => {
    if (!document.hidden && model.state !== 'ended') {
      model.run.load();
      catchUp();
    }
  }, 5000);

  return {
    title: () => t('run.title', { id: shortId(id) }),
    close: () => {
      model.closed = true;
      stop();
      clearInterval(tick);
      clearTimeout(timer);
    },
    hasTarget: () => model.target > 0,
    moved: ({ parts }) => {
      if (parts[0] !== 'runs' || parts[1] !== id) {
        return false;
      }
      model.view = viewOf(parts[2]);
      model.target = Number(parts[3]) || 0;
      model.first = undefined;
      model.whole = false;
      return true;
    },
    view: () => model.run.view(({ value: run }) => pageView(model, run)),
  };
}

function pageView(model, run) {
  const line = standing(run, model.calls.value?.items ?? [], model.events, model.lostSince);
  return html`<h1>${run.agent} <code title=${run.id}>${shortId(run.id)}</code> ${status(run.status)}</h1>
    <p class="first-line ${line.kind}" role="status" id="standing">${line.text}</p>
    <div class="acts"><fieldset class="plain" ?disabled=${Boolean(model.lostSince)}>${actsView(model, run)}</fieldset> ${connection(model)}</div>
    <fieldset class="plain" ?disabled=${Boolean(model.lostSince)}>${openCalls(model, run)}</fieldset> ${factsView(run, model.run.value.links)}
    <ul class="views" aria-label=${t('run.views')}>
      ${Object.keys(VIEWS).map(
        (each) => html`<li><a href=${link(`/runs/${run.id}/${each}`)} aria-current=${each === model.view ? 'page' : 'false'}>${t(`run.view.${each}`)}</a></li>`,
      )}
    </ul>
    ${model.refusal ? problemView(model.refusal) : nothing}
    <section aria-label=${t(`run.view.${model.view}`)}>${VIEWS[model.view](model, run)}</section>`;
}

function connection(model) {
  const streaming = preference('streaming', true);
  return html`<span class="connection" data-state=${model.state}>${t(`connection.${model.state}`)}</span>
    ${model.state === 'ended'
      ? nothing
      : html`<label><input type="checkbox" .checked=${streaming} @change=${(event) => prefer('streaming', event.target.checked)} />
          ${t('run.streaming')}</label>`}`;
}
