// The conversation of a run: what the model was told and replied, its calls with their results, and what people said.
import { html, nothing, repeat } from '../../html.js';
import { excerpt, json, money, number, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { link } from '../../router.js';
import { entriesOf } from './entries.js';
import { summaryOf } from './event-text.js';
import { diffOf } from './edits.js';
import { diffView } from '../../parts/diff.js';
import { longText } from '../../parts/long-text.js';
import { loading } from '../../parts/source.js';

const WINDOW = 150;
/** So many entries are shown before the target of the address. */
const BEFORE = 20;
/** Longer texts are shown in parts: a line of megabytes makes any page slow. */
const LENGTH = 20_000;

export function transcriptView(model, run) {
  if (model.events.length === 0) {
    return model.refusal ? nothing : loading(); // a feed without entries is not a feed
  }
  const entries = entriesOf(model.events);
  const aim = targetOf(entries, model.target);
  const last = Math.max(0, entries.length - WINDOW);
  const from = model.whole ? 0 : aim < 0 ? last : Math.min(last, Math.max(0, aim - BEFORE));
  const shown = model.whole ? entries : entries.slice(from, from + WINDOW);
  const show = (key, count) => (count > 0
    ? html`<p><button type="button" @click=${() => { model.whole = true; model.update(); }}>${t(key, { count: number(count) })}</button></p>`
    : nothing);
  return html`${show('transcript.earlier', from)}
    <div class="transcript" role="feed" aria-label=${t('run.view.transcript')}>
      ${repeat(shown, (entry) => entry.sequence, (entry) => entryView(model, run, entry, entry === entries[aim]))}
      ${model.live?.text ? html`<article class="entry model live"><header>${t('transcript.writing')}</header><div class="text">${excerpt(model.live.text, LENGTH)}</div></article>` : nothing}
    </div>
    ${show('transcript.later', entries.length - from - shown.length)}`;
}

/** The entry that has an event: its own, or that of a call of it. */
function targetOf(entries, sequence) {
  return sequence > 0 ? entries.findLastIndex((entry) => entry.sequence <= sequence) : -1;
}

function entryView(model, run, entry, isTarget) {
  return html`<article class="entry ${entry.kind} ${isTarget ? 'target' : ''}" aria-label=${t(`entry.${entry.kind}`)} tabindex="-1">
    <header>
      <b>${heading(entry)}</b>
      ${time(entry.at, false)}
      <a href=${link(`/runs/${run.id}/events/${entry.sequence}`)}>#${entry.sequence}</a>
      ${entry.cost ? html`<span>${money(entry.cost.amount, entry.cost.currency)}</span>` : nothing}
      ${entry.usage ? html`<span>${t('transcript.tokens', { in: number(entry.usage.inputTokens), out: number(entry.usage.outputTokens) })}</span>` : nothing}
    </header>
    ${textView(model, `${entry.sequence}`, entry.text)}
    ${(entry.images ?? []).map((image) => imageView(image))}
    ${entry.reasoning ? html`<details><summary>${t('transcript.reasoning')}</summary>${textView(model, `${entry.sequence}r`, entry.reasoning)}</details>` : nothing}
    ${entry.incomplete ? html`<p class="problem">${t(`transcript.${entry.incomplete}`)}</p>` : nothing}
    ${(entry.calls ?? []).map((call) => callView(model, run, entry, call))}
  </article>`;
}

function heading(entry) {
  switch (entry.kind) {
    case 'phase':
      return t('transcript.phase', { phase: entry.phase });
    case 'model':
      return entry.model ? `${entry.model.provider}/${entry.model.name}` : t('entry.model');
    case 'person':
      return entry.by ?? t('entry.person');
    default:
      return summaryOf(entry.event);
  }
}

function callView(model, run, entry, call) {
  const diff = diffOf(call);
  const state = call.failure ? 'FAILED' : (call.state ?? 'PENDING');
  return html`<details class="call" ?open=${Boolean(call.open)}>
    <summary><code>${call.tool}</code> ${call.id} <small>${term('call', state)}</small> ${excerpt(oneLine(call.arguments), 100)}</summary>
    ${diff ? diffView(`${run.id}/${entry.sequence}/${call.id}/diff`, diff) : html`<h4>${t('transcript.arguments')}</h4>${longText(`${run.id}/${entry.sequence}/${call.id}`, json(call.arguments))}`}
    ${call.notes.map((note) => html`<p>${summaryOf(note)} ${time(note.at, false)}</p>`)}
    ${call.result === undefined ? nothing : html`<h4>${t('transcript.result')}</h4>${textView(model, `${entry.sequence}${call.id}`, call.result)}`}
    ${(call.images ?? []).map((image) => imageView(image))}
    ${call.failure ? html`<p class="problem">${call.failure.message} <code>${call.failure.code}</code></p>` : nothing}
    ${call.child ? html`<p><a href=${link(`/runs/${call.child}`)}>${t('transcript.child')}</a></p>` : nothing}
  </details>`;
}

function oneLine(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Text is text, whatever is in it. */
function textView(model, key, text) {
  if (!text) {
    return nothing;
  }
  return text.length <= LENGTH ? html`<div class="text" tabindex="-1">${text}</div>` : longText(`${model.id}/${key}`, text);
}

/** The record has references to images, not their bytes. One of the web is opened if a person asks for it, and never by the page. */
function imageView({ source, mediaType }) {
  const open = /^https?:\/\//i.test(source) ? html` <a href=${source} target="_blank" rel="noopener noreferrer">${t('transcript.openImage')}</a>` : nothing;
  return html`<p>${t('transcript.image')}: <code>${source}</code> (${mediaType})${open}</p>`;
}
