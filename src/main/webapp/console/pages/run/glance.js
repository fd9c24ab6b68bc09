// A run at a glance: its figures, its phases, which are also the table of contents of its transcript, and its result.
import { html, nothing } from '../../html.js';
import { instant, millis, money, number } from '../../format.js';
import { t, term } from '../../i18n.js';
import { prefer, preference } from '../../preferences.js';
import { link } from '../../router.js';
import { ENDED } from '../../parts/status.js';
import { richText } from '../../parts/rich-text.js';
import { took } from './phases.js';
import { isPlain } from './standing.js';

/** Elsewhere this word means an open breaker. */
const SIGNS = { OPEN: 'RUNNING' };

export function figuresView(run) {
  const { progress } = run;
  const end = ENDED.includes(run.status) ? Date.parse(run.endedAt ?? run.updatedAt) : Date.now();
  const { usage, cost } = progress?.spent ?? {};
  const limits = progress?.budget?.limits ?? {};
  const tokens = usage && usage.inputTokens + usage.outputTokens;
  return html`<dl class="figures" id="figures">
    ${figure(t('glance.duration'), millis(end - Date.parse(run.createdAt)), '', instant(run.createdAt))}
    ${progress ? [
      figure(t('glance.cost'), cost.unknownCalls && !cost.amount ? '–' : money(cost.amount, cost.currency), against(limits.usd && money(limits.usd, cost.currency), cost.unknownCalls)),
      figure(t('glance.turns'), number(progress.iterations), against(limits.modelCalls && number(limits.modelCalls))),
      figure(t('glance.tokens'), short(tokens), against(limits.tokens && short(limits.tokens)), t('transcript.tokens', { in: number(usage.inputTokens), out: number(usage.outputTokens) })),
      progress.errors ? figure(t('run.errors'), number(progress.errors)) : nothing,
    ] : nothing}
  </dl>`;
}

function figure(name, value, more = '', title = '') {
  return html`<div><dt>${name}</dt><dd title=${title}><span class="figure">${value}</span> <small>${more}</small></dd></div>`;
}

function against(limit, unknown) {
  return [limit ? t('glance.of', { limit }) : '', unknown ? t('glance.unknown', { count: number(unknown) }) : ''].filter(Boolean).join(' · ');
}

/** From 10,000 on a figure is short. */
export function short(value) {
  return value < 10_000 ? number(value) : new Intl.NumberFormat(document.documentElement.lang, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** Phases lead to where they begin in the transcript; those that a fork took over have nothing there. */
export function phasesView(model, run) {
  const phases = run.progress?.phases ?? [];
  const known = model.record.summary.phases;
  return phases.length === 0 ? nothing : html`<ol class="phases" aria-label=${t('run.phases')}>
    ${phases.map(({ name, state }) => {
      const phase = known.get(name);
      const isRead = model.record.summary.whole || phase?.until;
      const content = html`<span class="status s-${SIGNS[state] ?? state}">${name}</span> <small>${phase && isRead ? sizeOf(phase, run) : term('phase', state)}</small>`;
      return html`<li class=${state} aria-current=${state === 'OPEN' ? 'step' : 'false'}>
        ${phase ? html`<a href=${link(`/runs/${run.id}/transcript/${phase.sequence}`)} title=${term('phase', state)}>${content}</a>` : html`<span>${content}</span>`}
      </li>`;
    })}
  </ol>`;
}

/** What a phase took, as far as it is known. */
export function sizeOf(phase, run) {
  return [
    millis(took(phase, run.endedAt, Date.now())),
    phase.turns ? t('glance.turns.count', { count: number(phase.turns) }) : '',
    phase.cost ? money(phase.cost) : '',
    phase.faults ? t('glance.faults.count', { count: number(phase.faults) }) : '',
  ].filter(Boolean).join(' · ');
}

/** A result of one plain line is in the first sentence already. */
export function resultView(model, run) {
  const output = run.progress?.outcome?.output;
  if (!output || isPlain(output)) {
    return nothing;
  }
  const isLong = output.length > 1500 || output.split('\n').length > 20;
  return html`<section class="panel result" aria-label=${t('glance.result')}>
    <header><h2>${t('glance.result')}</h2> ${rawSwitch()}</header>
    <div class=${isLong && !model.wholeResult ? 'part' : ''}>${richText(`${run.id}/result`, output, isRaw())}</div>
    ${isLong ? html`<button type="button" aria-expanded=${String(Boolean(model.wholeResult))} @click=${() => { model.wholeResult = !model.wholeResult; model.update(); }}>
      ${t(model.wholeResult ? 'glance.less' : 'glance.all')}</button>` : nothing}
  </section>`;
}

export function isRaw() {
  return preference('raw', false);
}

export function rawSwitch() {
  return html`<label class="switch"><input type="checkbox" .checked=${isRaw()} @change=${(event) => prefer('raw', event.target.checked)} /> ${t('glance.raw')}</label>`;
}
