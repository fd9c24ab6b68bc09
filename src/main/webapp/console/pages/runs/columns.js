// The columns of the list of runs, of which each person chooses. On a phone a run has two lines instead, by the classes of its cells.
import { html, nothing } from '../../html.js';
import { distance, instant, millis, money, number, serverName, shortId, time } from '../../format.js';
import { has, t, term } from '../../i18n.js';
import { prefer, preference } from '../../preferences.js';
import { link } from '../../router.js';
import { drop } from '../../parts/drop.js';
import { status } from '../../parts/status.js';

const COLUMNS = {
  status: ['runs.column.status', (run) => status(run.status), 'tight status-of'],
  id: ['runs.column.id', (run) => html`<a href="#/runs/${run.id}" title=${run.id}><code>${shortId(run.id)}</code></a>`, 'tight run-id'],
  agent: ['runs.column.agent', (run) => html`<a href="#/agents/${run.agent}">${run.agent}</a>`, 'tight agent-of'],
  phase: ['runs.column.phase', phaseOf, 'tight'],
  why: ['runs.column.why', whyOf, 'why'],
  labels: ['runs.column.labels', labelsOf, 'labels-of'],
  server: ['runs.column.server', (run) => (run.holder ? serverName(run.holder.server) : '')],
  submittedBy: ['runs.column.by', (run) => run.submittedBy],
  events: ['runs.column.events', (run) => number(run.lastSequence), 'number'],
  duration: ['runs.column.duration', durationOf, 'number duration-of'],
  cost: ['runs.column.cost', (run) => money(run.spentUsd), 'number cost-of'],
  created: ['runs.column.created', (run) => ago(run.createdAt), 'number created-of'],
  ended: ['runs.column.ended', (run) => time(run.endedAt), 'tight'],
  updated: ['runs.column.updated', (run) => ago(run.updatedAt), 'number'],
};
const BY_DEFAULT = ['status', 'id', 'agent', 'phase', 'why', 'duration', 'cost', 'created'];

/** The phase that a run is in, and its turn there. */
export function phaseOf(run) {
  return run.phase ? html`${run.phase} ${run.iteration ? html`<small>${t('runs.turn', { turn: number(run.iteration) })}</small>` : nothing}` : '';
}

/** Why a run has failed, with its code, which leads to all runs that failed for it; or what it waits for, and why. */
function whyOf(run) {
  if (run.failure) {
    const { code, message } = run.failure;
    const meaning = has(`failure.${code}`) ? t(`failure.${code}`) : code;
    return html`<a class="code" href=${link('/runs', { failureCode: code })} title=${meaning}><code>${code}</code></a> <span lang="en" title=${message}>${message}</span>`;
  }
  const { waitingFor, reason } = run;
  return html`${waitingFor ? html`<b>${term('waitingFor', waitingFor)}</b> ` : nothing}${reason ? html`<span lang="en" title=${reason}>${reason}</span>` : nothing}`;
}

function labelsOf(run) {
  const labels = Object.entries(run.labels).map((each) => each.join('='));
  return labels.length > 0 ? html`<small title=${labels.join(' ')}>${labels.join(' ')}</small>` : '';
}

/** From the creation of a run to its end, or until now. */
function durationOf(run) {
  return html`<span title=${t('runs.column.duration.title')}>${millis((run.endedAt ? Date.parse(run.endedAt) : Date.now()) - Date.parse(run.createdAt))}</span>`;
}

function ago(at) {
  return html`<time datetime=${at} title=${`${instant(at)} · ${at}`}>${distance(at)}</time>`;
}

function chosenColumns() {
  return preference('run-columns', BY_DEFAULT).filter((name) => name in COLUMNS);
}

export function columnsOf() {
  return chosenColumns().map((name) => [t(COLUMNS[name][0]), ...COLUMNS[name].slice(1)]);
}

export function columnChoice(update) {
  const chosen = chosenColumns();
  function toggle(name, on) {
    prefer('run-columns', Object.keys(COLUMNS).filter((each) => (each === name ? on : chosen.includes(each))));
    update();
  }
  return drop(t('runs.columns'), html`<fieldset class="plain">
    <legend class="unseen">${t('runs.columns')}</legend>
    ${Object.entries(COLUMNS).map(([name, [heading]]) => html`<label class="check"><input type="checkbox" .checked=${chosen.includes(name)} @change=${(event) => toggle(name, event.target.checked)} /> ${t(heading)}</label>`)}
  </fieldset>`, 'columns-of');
}
