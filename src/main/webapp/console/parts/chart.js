// What happened over time, as bars or lines with one axis from 0, and the same as a table.
import { html, nothing, svg } from '../html.js';
import { instant } from '../format.js';
import { t } from '../i18n.js';
import { HEIGHT, path, round, scaled } from './scale.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const TWO_DAYS = 2 * DAY;
const MARKS = 4;

/**
 * Draws bars of what is counted, one upon the other.
 *
 * @param title what is counted
 * @param course `{from, to, stepSeconds, steps}` of the statistics
 * @param series `{name, kind, of}` each: its name, its class, and its value in a step
 * @param show writes a value
 */
export function bars(title, course, series, show) {
  return chart(title, course, series, show, Math.max(...course.steps.map((step) => sum(series, step)), 0), (top) => course.steps.map((step, i) => {
    let below = 0;
    return series.map((each) => {
      const height = scaled(each.of(step) ?? 0, top);
      below += height;
      return height > 0 ? svg`<rect class=${each.kind} x=${i + 0.1} width="0.8" y=${HEIGHT - below} height=${height} />` : nothing;
    });
  }));
}

/** Draws a line for each of what is measured; a step without a value breaks it. */
export function lines(title, course, series, show) {
  const most = Math.max(...course.steps.flatMap((step) => series.map((each) => each.of(step) ?? 0)), 0);
  return chart(title, course, series, show, most, (top) => series.map((each) => svg`<path class=${each.kind} d=${path(course.steps.map((step) => each.of(step)), top)} />`));
}

function sum(series, step) {
  return series.reduce((all, each) => all + (each.of(step) ?? 0), 0);
}

function chart(title, course, series, show, most, draw) {
  const top = round(most);
  const count = course.steps.length;
  const words = (step) => series.map((each) => `${each.name}: ${each.of(step) === undefined ? '–' : show(each.of(step))}`);
  return html`<figure class="chart">
    <figcaption>${title} ${series.length > 1 ? series.map((each) => html`<span class="key"><i class=${each.kind}></i>${each.name}</span>`) : nothing}</figcaption>
    <div class="plot">
      <span class="top-value">${show(top)}</span>
      <svg viewBox="0 0 ${count} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${t('chart.label', { title, most: show(most) })}>
        ${draw(top)}
        ${course.steps.map((step, i) => svg`<rect class="at" x=${i} width="1" y="0" height=${HEIGHT}><title>${[moment(step.at, course.stepSeconds), ...words(step)].join('\n')}</title></rect>`)}
      </svg>
      <div class="times">${marks(course).map((at) => html`<span>${moment(at, course.stepSeconds * course.steps.length > TWO_DAYS ? DAY : 0)}</span>`)}</div>
    </div>
    <details><summary>${t('chart.table')}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${title}><table>
        <caption class="unseen">${title}</caption>
        <thead><tr><th scope="col">${t('chart.time')}</th>${series.map((each) => html`<th scope="col" class="number">${each.name}</th>`)}</tr></thead>
        <tbody>${course.steps.map((step) => html`<tr><th scope="row">${moment(step.at, course.stepSeconds)}</th>${series.map((each) => html`<td class="number">${each.of(step) === undefined ? '' : show(each.of(step))}</td>`)}</tr>`)}</tbody>
      </table></div>
    </details>
  </figure>`;
}

/** Some of the times, at the same distances. */
function marks({ steps }) {
  const every = Math.max(1, Math.ceil(steps.length / MARKS));
  return steps.filter((step, i) => i % every === 0).map((step) => step.at);
}

function moment(at, stepSeconds) {
  return instant(at, stepSeconds >= DAY ? 'day' : stepSeconds >= HOUR ? 'hour' : 'minute');
}

/** Shares of a whole, the largest first, each as a bar with its figure. */
export function shares(items, show) {
  const most = Math.max(...items.map((each) => each.value), 0);
  return html`<ul class="shares">
    ${items.map((each) => html`<li>
      <span class="share-name">${each.link ? html`<a href=${each.link}>${each.name}</a>` : each.name}</span>
      <meter min="0" max="1" value=${most > 0 ? Math.max(0, each.value) / most : 0} aria-hidden="true"></meter>
      <span class="number-of">${show(each.value)}</span>
    </li>`)}
  </ul>`;
}
