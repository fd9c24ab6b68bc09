// The timeline of a run: one lane for each kind of thing, on an axis of time that can be zoomed.
import { html, svg, nothing } from '../../html.js';
import { instant, millis, serverName } from '../../format.js';
import { t } from '../../i18n.js';
import { link } from '../../router.js';
import { spansOf } from './spans.js';

const LANES = ['server', 'phase', 'model', 'tool', 'wait'];
const LABEL = 90;
const LANE = 34;
const TOP = 26;
const WIDTH = 900;
/** Narrower bars can hardly be hit, so they lead nowhere until they are zoomed. */
const TARGET = 24;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 10_800_000, 43_200_000, 86_400_000, 604_800_000, 2_592_000_000];

export function timelineView(model, run) {
  if (model.events.length === 0) {
    return html`<p>${t('timeline.empty')}</p>`;
  }
  const zoom = model.zoom ?? 1;
  const set = (value) => () => {
    model.zoom = Math.min(256, Math.max(1, value));
    model.update();
  };
  return html`<div class="acts" role="group" aria-label=${t('timeline.zoom')}>
      <button type="button" @click=${set(zoom * 2)} aria-label=${t('timeline.in')}>+</button>
      <button type="button" @click=${set(zoom / 2)} aria-label=${t('timeline.out')}>−</button>
      <button type="button" @click=${set(1)}>${t('timeline.all')}</button>
    </div>
    <div class="timeline" tabindex="0" role="region" aria-label=${t('run.view.timeline')}>${picture(run, spansOf(model.events, Date.now()), WIDTH * zoom)}</div>
    <p class="legend">${t('timeline.legend')}</p>`;
}

function picture(run, { spans, crashes, from, until }, width) {
  const length = Math.max(1, until - from);
  const x = (time) => LABEL + ((time - from) / length) * (width - LABEL - 10);
  const height = TOP + LANES.length * LANE + 22;
  const servers = [...new Set(spans.filter((span) => span.lane === 'server').map((span) => span.name))];
  return html`<svg width=${width} height=${height} role="group" aria-label=${t('timeline.label', { count: spans.length, crashes: crashes.length })}>
    ${ticks(from, until, length, width).map((tick) => svg`<line class="tick" x1=${x(tick)} x2=${x(tick)} y1=${TOP - 6} y2=${height - 20}></line>
      <text class="tick-label" x=${x(tick) + 2} y="12">${millis(tick - from)}</text>`)}
    ${LANES.map((lane, i) => svg`<text class="lane-label" x="4" y=${TOP + i * LANE + 19}>${t(`timeline.lane.${lane}`)}</text>`)}
    ${spans.map((span) => spanView(run, span, x, servers))}
    ${crashes.map((each) => svg`<g data-crash=${each.sequence}><title>${t('timeline.crash.title', { server: each.name, at: instant(each.from), then: instant(each.until) })}</title>
      <line class="crash" x1=${x(each.from)} x2=${x(each.from)} y1=${TOP - 4} y2=${height - 20}></line>
      <text class="crash-label" x=${x(each.from) + 3} y=${height - 6}>${t('timeline.crash')}</text></g>`)}
  </svg>`;
}

function spanView(run, span, x, servers) {
  const y = TOP + LANES.indexOf(span.lane) * LANE + 4;
  const width = Math.max(2, x(span.until) - x(span.from));
  const name = span.lane === 'server' ? serverName(span.name) : span.name;
  const title = `${t(`timeline.lane.${span.lane}`)}: ${span.name} · ${millis(span.until - span.from)}`;
  const odd = span.lane === 'server' && servers.indexOf(span.name) % 2 === 1 ? 'odd' : '';
  const content = svg`<rect class="${span.lane} ${odd} ${span.fault ? 'fault' : ''}" x=${x(span.from)} y=${y} width=${width} height=${LANE - 8} rx="2"><title>${title}</title></rect>
    ${width > 40 ? svg`<text x=${x(span.from) + 4} y=${y + 17} aria-hidden="true">${cut(name, width)}</text>` : nothing}`;
  return width < TARGET ? svg`<g>${content}</g>` : svg`<a href=${link(`/runs/${run.id}/events/${span.sequence}`)} aria-label=${title}>${content}</a>`;
}

/** As much of a name as fits, at seven pixels a letter. */
function cut(name, width) {
  const letters = Math.floor((width - 8) / 7);
  return name.length > letters ? `${name.slice(0, Math.max(0, letters - 1))}…` : name;
}

function ticks(from, until, length, width) {
  const step = STEPS.find((each) => length / each < width / 90) ?? STEPS.at(-1);
  const all = [];
  for (let time = from; time <= until; time += step) {
    all.push(time);
  }
  return all;
}
