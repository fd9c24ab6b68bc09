// The conversation of a run, by phase and turn: what the model was told and replied, its calls with their results, and what people said.
import { guard, html, nothing, repeat } from '../../html.js';
import { excerpt, json, millis, money, number, time } from '../../format.js';
import { language, t, term } from '../../i18n.js';
import { preference } from '../../preferences.js';
import { link } from '../../router.js';
import { diffView } from '../../parts/diff.js';
import { longText } from '../../parts/long-text.js';
import { LENGTH, richText } from '../../parts/rich-text.js';
import { loading } from '../../parts/source.js';
import { mayContinue } from './acts.js';
import { entriesOf } from './entries.js';
import { summaryOf } from './event-text.js';
import { diffOf } from './edits.js';
import { openFork } from './fork.js';
import { isRaw, sizeOf } from './glance.js';
import { earlierView, laterView } from './reading.js';

export function transcriptView(model, run) {
  const { events } = model.record;
  if (events.length === 0) {
    return model.refusal || model.record.fault ? nothing : loading(); // a feed without entries is not a feed
  }
  if (model.entriesOf !== events) {
    model.entriesOf = events;
    model.entries = entriesOf(events);
  }
  const aim = model.target > 0 ? model.entries.findLast((entry) => entry.sequence <= model.target) : undefined;
  return html`${earlierView(model)}
    <div class="transcript" role="feed" aria-label=${t('run.view.transcript')}>
      ${repeat(model.entries, (entry) => entry.sequence, (entry) => guard(seenOf(model, run, entry, entry === aim), () => entryView(model, run, entry, entry === aim)))}
      ${model.live?.text ? html`<article class="entry of-model live"><header>${t('transcript.writing')}</header><div class="text">${excerpt(model.live.text, LENGTH)}</div></article>` : nothing}
    </div>
    ${laterView(model)}`;
}

/** What an entry shows: it is drawn again only if something of this has changed, and not with each word of a reply that is under way. */
function seenOf(model, run, entry, isTarget) {
  const calls = (entry.calls ?? []).map(({ state, notes, took, child }) => `${state} ${notes.length} ${took} ${child}`);
  return [calls.join(), isTarget, measures(model, run, entry), mayContinue(run), isRaw(), language(), preference('utc', false)];
}

function entryView(model, run, entry, isTarget) {
  const { kind, sequence } = entry;
  return html`<article class="entry of-${kind} ${isTarget ? 'target' : ''}" aria-label=${t(`entry.${kind}`)} tabindex="-1">
    <header>
      <a class="place" href=${link(`/runs/${run.id}/events/${sequence}`)}>#${number(sequence)}</a>
      ${kind === 'phase' ? html`<h3>${t('transcript.phase', { phase: entry.phase })}</h3>` : html`<b>${heading(entry)}</b>`}
      ${kind === 'model' && entry.model ? html`<span>${entry.model.provider}/${entry.model.name}</span>` : nothing}
      <span class="measures">${measures(model, run, entry)} ${time(entry.at, false)}
        ${kind === 'model' && mayContinue(run) ? html`<button type="button" class="plain" @click=${() => openFork(run, lastOf(model, entry))}>${t('transcript.fork')}</button>` : nothing}</span>
    </header>
    ${kind === 'phase' ? promptView(run, entry) : richText(`${run.id}/${sequence}`, entry.text, isRaw() || kind === 'person')}
    ${(entry.images ?? []).map((image) => imageView(image))}
    ${entry.reasoning ? html`<details><summary>${t('transcript.reasoning')}</summary>${richText(`${run.id}/${sequence}r`, entry.reasoning, isRaw())}</details>` : nothing}
    ${entry.incomplete ? html`<p class="problem">${t(`transcript.${entry.incomplete}`)}</p>` : nothing}
    ${(entry.calls ?? []).map((call) => callView(run, entry, call))}
  </article>`;
}

function heading(entry) {
  switch (entry.kind) {
    case 'model':
      return entry.iteration ? t('transcript.turn', { turn: number(entry.iteration) }) : t('entry.model');
    case 'person':
      return entry.by ?? t('entry.person');
    default:
      return excerpt(summaryOf(entry.event), entry.kind === 'fault' ? 600 : 120);
  }
}

/** The time, tokens and cost of a turn, or of all of a phase. */
function measures(model, run, entry) {
  if (entry.kind === 'phase') {
    const phase = model.record.summary.phases.get(entry.phase);
    return phase && (model.record.summary.whole || phase.until) ? sizeOf(phase, run) : nothing;
  }
  return [
    entry.took > 0 ? millis(entry.took) : '',
    entry.usage ? t('transcript.tokens', { in: number(entry.usage.inputTokens), out: number(entry.usage.outputTokens) }) : '',
    entry.cost ? money(entry.cost.amount, entry.cost.currency) : '',
  ].filter(Boolean).join(' · ');
}

/** The last event before the next turn, so that a fork has the results of the calls. */
function lastOf(model, entry) {
  const next = model.entries.find((each) => each.sequence > entry.sequence);
  return (next?.sequence ?? model.record.events.at(-1).sequence + 1) - 1;
}

function promptView(run, { sequence, text }) {
  return text && text.length > 300
    ? html`<details><summary>${excerpt(text.replaceAll(/\s+/g, ' '), 120)}</summary>${richText(`${run.id}/${sequence}`, text, true)}</details>`
    : richText(`${run.id}/${sequence}`, text, true);
}

function callView(run, entry, call) {
  const diff = diffOf(call);
  const state = call.failure ? 'FAILED' : (call.state ?? 'PENDING');
  const key = `${run.id}/${entry.sequence}/${call.id}`;
  const hasEnded = call.result !== undefined || call.failure || (call.images ?? []).length > 0;
  return html`<details class="call" ?open=${Boolean(call.failure)}>
    <summary><span class="status s-${state}" title=${term('call', state)}><span class="unseen">${term('call', state)}</span></span> <code>${call.tool}</code>
      <span class="given">${excerpt(oneLine(call.arguments), 160)}</span> <small>${[call.took > 0 ? millis(call.took) : '', call.id].filter(Boolean).join(' · ')}</small></summary>
    ${call.notes.map((note) => html`<p>${summaryOf(note)} ${time(note.at, false)}</p>`)}
    <div class="sides">
      <div><h4>${t('transcript.arguments')}</h4>${diff ? diffView(`${key}/diff`, diff) : longText(key, json(call.arguments))}</div>
      <div>${hasEnded ? html`<h4>${t('transcript.result')}</h4>` : html`<p class="muted">${term('call', state)}</p>`}
        ${call.result === undefined ? nothing : longText(`${key}/result`, call.result)}
        ${(call.images ?? []).map((image) => imageView(image))}
        ${call.failure ? html`<p class="problem">${call.failure.message} <code>${call.failure.code}</code></p>` : nothing}
        ${call.child ? html`<p><a href=${link(`/runs/${call.child}`)}>${t('transcript.child')}</a></p>` : nothing}</div>
    </div>
  </details>`;
}

function oneLine(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The record has references to images, not their bytes. One of the web is opened if a person asks for it, and never by the page. */
function imageView({ source, mediaType }) {
  const open = /^https?:\/\//i.test(source) ? html` <a href=${source} target="_blank" rel="noopener noreferrer">${t('transcript.openImage')}</a>` : nothing;
  return html`<p>${t('transcript.image')}: <code>${source}</code> (${mediaType})${open}</p>`;
}
