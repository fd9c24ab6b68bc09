// The picture of a timeline: it keeps the part in view while the page is drawn again, takes the whole width, and its names stay.
import { html, nothing, render, svg } from '../../html.js';
import { instant, millis, number, serverName } from '../../format.js';
import { t } from '../../i18n.js';
import { go, link } from '../../router.js';
import { bars, panned, ticks, zoomed } from './axis.js';

const LANES = ['server', 'phase', 'model', 'tool', 'wait'];
const LANE = 36;
const TOP = 24;
const HEIGHT = TOP + LANES.length * LANE + 20;
/** A bar that is narrower can hardly be hit. */
const TARGET = 24;
const KEYS = { ArrowLeft: (it) => it.pan(-0.25), ArrowRight: (it) => it.pan(0.25), '+': (it) => it.zoom(0.5), '-': (it) => it.zoom(2), 0: (it) => it.show() };

class RunTimeline extends HTMLElement {
  set content(content) {
    const isFirst = !this.all;
    this.all = content;
    if (isFirst) {
      this.draw();
    } else if (this.width) {
      this.drawPart();
    }
  }

  connectedCallback() {
    this.observer = new ResizeObserver(() => this.drawPart());
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.observer.disconnect();
  }

  /** What is in view: all there is until a person has chosen a part. */
  get view() {
    return this.chosen ?? this.all;
  }

  show(part) {
    this.chosen = part && (part.from > this.all.from || part.until < this.all.until) ? part : undefined;
    this.drawPart();
  }

  zoom(factor, around = (this.view.from + this.view.until) / 2) {
    this.show(zoomed(this.view, this.all, factor, around));
  }

  pan(part) {
    this.show(panned(this.view, this.all, (this.view.until - this.view.from) * part));
  }

  /** The time at a place of the picture. */
  timeAt(x) {
    return this.view.from + (x / this.width) * (this.view.until - this.view.from);
  }

  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 300), this.timeAt(event.offsetX));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.pan((event.deltaX || event.deltaY) / this.width);
    }
  }

  key(event) {
    if (KEYS[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      KEYS[event.key](this);
    }
  }

  drag(event) {
    if (event.buttons === 1 && event.movementX !== 0) {
      this.pan(-event.movementX / this.width);
    }
  }

  draw() {
    const button = (name, label, act) => html`<button type="button" @click=${act} aria-label=${t(label)} title=${t(label)}>${name}</button>`;
    render(html`<div class="acts" role="group" aria-label=${t('timeline.zoom')}>
        ${button('+', 'timeline.in', () => this.zoom(0.5))} ${button('−', 'timeline.out', () => this.zoom(2))}
        ${button('←', 'timeline.left', () => this.pan(-0.5))} ${button('→', 'timeline.right', () => this.pan(0.5))}
        <button type="button" @click=${() => this.show()}>${t('timeline.all')}</button>
      </div>
      <div class="timeline">
        <ul class="lanes">${LANES.map((lane) => html`<li>${t(`timeline.lane.${lane}`)}</li>`)}</ul>
        <div class="picture" tabindex="0" role="region" aria-label=${t('run.view.timeline')} @wheel=${(event) => this.wheel(event)} @keydown=${(event) => this.key(event)}
          @pointermove=${(event) => this.drag(event)}></div>
      </div>`, this);
    this.drawPart();
  }

  drawPart() {
    const picture = this.querySelector('.picture');
    this.width = Math.max(1, Math.floor(picture?.clientWidth ?? 0));
    if (picture && this.width > 1) {
      render(this.picture(), picture);
    }
  }

  picture() {
    const { spans, crashes, from } = this.all;
    const length = Math.max(1, this.view.until - this.view.from);
    const x = (time) => Math.max(-10, Math.min(this.width + 10, ((time - this.view.from) / length) * this.width));
    const servers = [...new Set(spans.filter((span) => span.lane === 'server').map((span) => span.name))];
    const shown = LANES.map((lane) => bars(spans.filter((span) => span.lane === lane), this.view, (TARGET / this.width) * length));
    const marks = ticks(this.view, from, this.width / 90);
    return html`<svg width=${this.width} height=${HEIGHT} role="group" data-from=${this.view.from} data-until=${this.view.until} aria-label=${t('timeline.label', { count: number(spans.length), crashes: crashes.length })}>
      ${marks.map((tick) => svg`<line class="tick" x1=${x(tick)} x2=${x(tick)} y1=${TOP - 6} y2=${HEIGHT - 18}></line>
        <text class="tick-label" x=${x(tick) + 3} y="12">${mark(tick, from, marks[1] - marks[0])}</text>`)}
      ${shown.map((lane, i) => lane.map((bar) => this.bar(bar, TOP + i * LANE, x, servers)))}
      ${crashes.filter((each) => each.from >= this.view.from && each.from <= this.view.until).map((each) => svg`<g data-crash=${each.sequence}>
        <title>${t('timeline.crash.title', { server: serverName(each.name), at: instant(each.from), then: instant(each.until) })}</title>
        <line class="crash" x1=${x(each.from)} x2=${x(each.from)} y1=${TOP - 4} y2=${HEIGHT - 18}></line>
        <text class="crash-label" x=${x(each.from) + (x(each.from) > this.width - 90 ? -4 : 4)} text-anchor=${x(each.from) > this.width - 90 ? 'end' : 'start'} y=${HEIGHT - 4}>${t('timeline.crash')}</text></g>`)}
    </svg>`;
  }

  /** One span leads to its event; several that are too narrow to be told apart are drawn as one, which zooms in on them. */
  bar({ from, until, fault, spans }, y, x, servers) {
    const [span] = spans;
    const { lane } = span;
    const left = x(from);
    const width = Math.max(2, x(until) - left);
    const name = spans.length > 1 ? t('timeline.many', { count: number(spans.length) }) : lane === 'server' ? serverName(span.name) : span.name;
    const title = `${t(`timeline.lane.${lane}`)}: ${name} · ${millis(until - from)}`;
    const odd = lane === 'server' && servers.indexOf(span.name) % 2 === 1 ? 'odd' : '';
    const isSame = spans.every((each) => each.from === span.from) || until - from < 2;
    const open = (event) => {
      event.preventDefault();
      if (spans.length === 1 || isSame) {
        go(`/runs/${this.all.run}/events/${span.sequence}`);
      } else {
        const margin = (until - from) / 10;
        this.show(zoomed({ from: from - margin, until: until + margin }, this.all, 1, from));
      }
    };
    return svg`<a href=${link(`/runs/${this.all.run}/events/${span.sequence}`)} aria-label=${title} @click=${open}>
      <title>${title}</title>
      <rect class="hit" x=${left - Math.max(0, TARGET - width) / 2} y=${y} width=${Math.max(TARGET, width)} height=${LANE - 4}></rect>
      <rect class="${lane} ${odd} ${fault ? 'fault' : ''} ${spans.length > 1 ? 'many' : ''}" x=${left} y=${y + 4} width=${width} height=${LANE - 12} rx="2"></rect>
      ${width > 16 ? svg`<text x=${Math.max(0, left) + 4} y=${y + 20} aria-hidden="true">${cut(spans.length > 1 ? number(spans.length) : name, Math.min(width, this.width - left) - Math.max(0, -left))}</text>` : nothing}</a>`;
  }
}

/** A time since the beginning, with as many digits as its neighbours need to differ; after an hour, the time of day. */
function mark(time, from, step = 1000) {
  const since = time - from;
  if (step < 1000 && since >= 1000 && since < 60_000) {
    return `${number(since / 1000)} s`;
  }
  return step < 60_000 && since >= 3_600_000 ? instant(time, 'precise') : millis(since);
}

/** As much of a name as fits, at seven pixels a letter. */
function cut(name, width) {
  const letters = Math.floor((width - 6) / 7);
  return letters < 3 && name.length > letters ? '' : name.length > letters ? `${name.slice(0, Math.max(0, letters - 1))}…` : name;
}

customElements.define('run-timeline', RunTimeline);
