// One schedule: its next times, its history, and catching up on times of the past.
import { html, nothing } from '../html.js';
import { get, getTagged, post, put, remove } from '../api.js';
import { distance, instant, json, shortId, time } from '../format.js';
import { t, term } from '../i18n.js';
import { go, link } from '../router.js';
import { hasRole } from '../session.js';
import { openAct } from '../parts/dialog.js';
import { pages, poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, facts, more, table } from '../parts/table.js';
import { openBackfill } from './schedules/backfill.js';
import { openDefinition } from './schedules/definition.js';

export function open({ params, update }) {
  const path = `schedules/${encodeURIComponent(params.name)}`;
  const schedule = source(() => getTagged(path), update);
  const times = source(() => get(`${path}/times`, { count: 10 }), update);
  const firings = pages((place) => get(`${path}/firings`, { limit: 50, ...place }), update);
  const reload = () => [schedule, times, firings].forEach((each) => each.load());

  function act(word) {
    const { etag } = schedule.value;
    openAct({
      title: t(`schedule.${word}`),
      consequences: [t(`schedule.${word}.consequence`)],
      danger: word === 'delete',
      run: (values, key) => (word === 'delete' ? remove(path) : post(`${path}:${word}`, undefined, { key, etag: word === 'trigger' ? undefined : etag })),
      done: word === 'delete' ? () => go('/schedules') : reload,
      outdated: reload,
    });
  }

  function edit() {
    const { value, etag } = schedule.value;
    openDefinition(t('schedule.edit'), value.definition, (definition) => put(path, definition, { etag }), reload);
  }

  return {
    title: () => params.name,
    close: poll(5, schedule, firings),
    view: () => schedule.view(({ value: it }) => html`<h1>${it.name} ${status(it.status)}</h1>
      ${it.error ? html`<p class="first-line bad">${it.error}</p>` : nothing}
      ${hasRole('operator', 'admin') ? html`<div class="acts">
        ${it.status === 'ACTIVE' ? html`<button type="button" @click=${() => act('pause')}>${t('schedule.pause')}…</button>` : nothing}
        ${it.status === 'PAUSED' ? html`<button type="button" @click=${() => act('resume')}>${t('schedule.resume')}…</button>` : nothing}
        <button type="button" @click=${() => act('trigger')}>${t('schedule.trigger')}…</button>
        <button type="button" @click=${() => openBackfill(path, it.definition.cooldown, reload)}>${t('schedule.backfill')}…</button>
        <button type="button" @click=${edit}>${t('schedule.edit')}…</button>
        <button type="button" class="danger" @click=${() => act('delete')}>${t('schedule.delete')}…</button>
      </div>` : nothing}
      ${facts([
        [t('runs.column.agent'), it.definition.agent],
        [t('schedules.when'), it.definition.cron ?? it.definition.every ?? it.definition.at],
        [t('schedule.lastStarted'), it.lastStartedAt ? time(it.lastStartedAt) : undefined],
        [t('schedule.coolUntil'), it.coolUntil ? time(it.coolUntil) : undefined],
        [t('schedule.createdBy'), it.createdBy],
      ])}
      <details><summary>${t('schedules.definition')}</summary><pre tabindex="0">${json(it.definition)}</pre></details>
      <div class="columns">
        <section><h2>${t('schedules.next')}</h2>
          ${times.view(({ items }) => (items.length === 0 ? empty(t('schedule.noTimes')) : html`<ol>${items.map((at) => html`<li>${time(at)} (${distance(at)})</li>`)}</ol>`))}</section>
        <section><h2>${t('schedule.history')}</h2>
          ${firings.view(({ items }) => (items.length === 0 ? empty(t('schedule.noFirings'), t('schedule.noFirings.next')) : table(t('schedule.history'), [
            [t('schedule.due'), (each) => time(each.due), 'tight'],
            [t('runs.column.status'), (each) => status(each.status)],
            [t('schedule.source'), (each) => term('firing', each.source)],
            [t('bulk.why'), (each) => why(each, it)],
            [t('runs.column.id'), (each) => (each.run ? html`<a href=${link(`/runs/${each.run.id}`)}><code>${shortId(each.run.id)}</code></a>` : nothing)],
          ], items)))} ${more(firings)}</section>
      </div>`),
  };
}


function why({ reason, error, status: state }, { coolUntil }) {
  if (reason || error || state !== 'PENDING') {
    return reason ? term('firingReason', reason) : (error ?? '');
  }
  return coolUntil ? t('schedule.pending.rests', { until: instant(coolUntil) }) : t('schedule.pending');
}
