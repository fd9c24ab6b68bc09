// How a person moves through the record of a run: to an event, to a text, to the newest, and along with it.
import { html, nothing } from '../../html.js';
import { number } from '../../format.js';
import { t } from '../../i18n.js';
import { go } from '../../router.js';
import { problemView } from '../../parts/problem.js';
import { status } from '../../parts/status.js';
import { rawSwitch } from './glance.js';

const VIEWS = ['transcript', 'events'];
/** So near to the end of the page counts as its end. */
const NEAR = 48;

function toEnd() {
  window.scrollTo(0, document.documentElement.scrollHeight);
}

function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Keeps the end of the page in view while the run is followed; a person who scrolls up stops that. `up` goes there after the next drawing. */
export function keepsUp(model) {
  let top = window.scrollY;
  const onScroll = () => {
    const isUp = window.scrollY < top - 2 && window.scrollY + window.innerHeight < document.documentElement.scrollHeight - NEAR;
    top = window.scrollY;
    if (isUp && model.record?.follows) {
      model.record.follows = false;
      model.update();
    }
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  const up = () => {
    if (model.record?.follows && VIEWS.includes(model.view)) {
      requestAnimationFrame(toEnd);
    }
  };
  /** After a move to another view, which begins at its top. */
  const moved = () => {
    top = 0;
    up();
  };
  return { up, moved, close: () => window.removeEventListener('scroll', onScroll) };
}

export function readingView(model, run) {
  if (!VIEWS.includes(model.view)) {
    return nothing;
  }
  const { record } = model;
  const mayFollow = model.state !== 'ended';
  const newest = async () => {
    await nextFrame(); // a scroll up before the click is told within it, and must not end what is wanted now
    record.follows = mayFollow;
    if (!record.isAtEnd()) {
      await record.toNewest();
    }
    model.update();
    requestAnimationFrame(toEnd);
  };
  const follow = (event) => (event.target.checked ? newest() : Object.assign(record, { follows: false }));
  const goTo = (event) => {
    event.preventDefault();
    go(`/runs/${run.id}/${model.view}/${event.target.elements.sequence.value}`);
  };
  const find = (event) => {
    event.preventDefault();
    go(`/runs/${run.id}/search`, { q: event.target.elements.q.value.trim() });
  };
  return html`<div class="reading acts">
      ${status(run.status)}
      <form role="search" @submit=${find}><input type="search" name="q" required maxlength="200" aria-label=${t('search.text')} placeholder=${t('search.inRun')} /></form>
      <form @submit=${goTo}><label>${t('reading.event')} <input type="number" name="sequence" required min="1" max=${Math.max(record.newest, run.lastSequence)} /></label> <button>${t('reading.go')}</button></form>
      ${model.view === 'transcript' ? rawSwitch() : nothing}
      <span class="end">${mayFollow ? html`<label class="switch"><input type="checkbox" .checked=${record.follows} @change=${follow} /> ${t('reading.follow')}</label>` : nothing}
        <button type="button" @click=${newest}>${t('reading.newest')} ↓</button></span>
    </div>
    ${record.fault ? problemView(record.fault) : nothing}`;
}

/** A button that shows more events at one end of what is there. */
export function earlierView(model) {
  const { record } = model;
  const first = record.events[0]?.sequence ?? 1;
  return first > 1 ? html`<p><span class="printed">${t('reading.from', { event: number(first) })}</span> <button type="button" @click=${record.earlier}>${t('reading.earlier', { count: number(first - 1) })}</button></p>` : nothing;
}

export function laterView(model) {
  const { record } = model;
  const count = record.newest - (record.events.at(-1)?.sequence ?? record.newest);
  return count > 0 ? html`<p><button type="button" @click=${record.later}>${t('reading.later', { count: number(count) })}</button></p>` : nothing;
}

