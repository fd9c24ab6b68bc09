// What runs did over a time, from the statistics: the choice of the time, its figures and its charts.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { millis, money, number } from '../format.js';
import { locale, t } from '../i18n.js';
import { link } from '../router.js';
import { bars, lines } from './chart.js';
import { TIMES, since } from './times.js';

export { since };

/** Reads the statistics of the last hour, day, week or month. */
export function readCourse(over) {
  return get('statistics', { from: since(over) });
}

export function timeOf(query, byDefault = 'day') {
  const over = query.get('over');
  return Object.hasOwn(TIMES, over ?? '') ? over : byDefault;
}

export function timeChoice(path, over, choices = Object.keys(TIMES), more = {}) {
  return html`<ul class="choices" aria-label=${t('course.over')}>
    ${choices.map((each) => html`<li><a href=${link(path, { ...more, over: each })} aria-current=${String(each === over)}>${t(`course.${each}`)}</a></li>`)}
  </ul>`;
}

/** The figures of the whole time, each a link to what it counts. */
export function figures({ all, from }, more = []) {
  const { sums } = all;
  const ended = sums.completed + sums.failed;
  const part = ended > 0 ? new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(sums.failed / ended) : '';
  return html`<dl class="figures">
    ${[
      [t('course.submitted'), number(sums.submitted), link('/runs', { createdAfter: from })],
      [t('course.completed'), number(sums.completed), link('/runs', { status: 'COMPLETED', endedAfter: from })],
      [t('course.failed'), number(sums.failed), link('/runs', { status: 'FAILED', endedAfter: from }), part, sums.failed > 0 ? 'bad' : ''],
      [t('course.median'), all.medianMillis === undefined ? '–' : millis(all.medianMillis), undefined, all.p95Millis === undefined ? '' : t('course.p95.of', { time: millis(all.p95Millis) })],
      [t('course.cost'), money(sums.cost), '#/activity', sums.saved > 0 ? t('course.saved', { amount: money(sums.saved) }) : ''],
      ...more,
    ].map(([name, value, to, beside, kind]) => html`<div class=${kind ?? ''}><dt>${name}</dt><dd><span class="figure">${to ? html`<a href=${to}>${value}</a>` : value}</span>${beside ? html` <small>${beside}</small>` : nothing}</dd></div>`)}
  </dl>`;
}

export function runsChart(course) {
  return bars(t('course.ended'), course, [
    { name: t('course.completed'), kind: 'good', of: (step) => step.sums.completed },
    { name: t('course.failed'), kind: 'bad', of: (step) => step.sums.failed },
    { name: t('course.cancelled'), kind: 'calm', of: (step) => step.sums.cancelled },
  ], number);
}

export function durationChart(course) {
  return lines(t('course.duration'), course, [
    { name: t('course.median'), kind: 'good', of: (step) => step.medianMillis },
    { name: t('course.p95'), kind: 'warn', of: (step) => step.p95Millis },
  ], millis);
}

export function costChart(course) {
  return bars(t('course.cost'), course, [{ name: t('course.cost'), kind: 'calm', of: (step) => step.sums.cost }], money);
}
