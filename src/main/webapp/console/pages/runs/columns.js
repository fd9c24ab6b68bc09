// The columns of lists of runs, of which each person chooses.
import { html, nothing } from '../../html.js';
import { distance, money, number, serverName, shortId, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { prefer, preference } from '../../preferences.js';
import { status } from '../../parts/status.js';

const COLUMNS = {
  id: ['runs.column.id', (run) => html`<a href="#/runs/${run.id}" title=${run.id}><code>${shortId(run.id)}</code></a>`, 'tight'],
  status: ['runs.column.status', (run) => html`${status(run.status)} ${run.waitingFor ? html`<small>${term('waitingFor', run.waitingFor)}</small>` : nothing}`],
  agent: ['runs.column.agent', (run) => html`<a href="#/agents/${run.agent}">${run.agent}</a>`],
  phase: ['runs.column.phase', (run) => run.progress?.phase ?? ''],
  server: ['runs.column.server', (run) => (run.holder ? serverName(run.holder.server) : '')],
  submittedBy: ['runs.column.by', (run) => run.submittedBy],
  cost: ['runs.column.cost', (run) => (run.progress ? money(run.progress.spent?.cost?.amount ?? run.progress.cost.amount) : ''), 'number'],
  events: ['runs.column.events', (run) => number(run.lastSequence), 'number'],
  labels: ['runs.column.labels', (run) => Object.entries(run.labels).map(([name, value]) => html`<small>${name}=${value} </small>`)],
  created: ['runs.column.created', (run) => html`${time(run.createdAt)}`, 'tight'],
  updated: ['runs.column.updated', (run) => html`<span title=${run.updatedAt}>${distance(run.updatedAt)}</span>`, 'tight'],
};
const BY_DEFAULT = ['id', 'status', 'agent', 'submittedBy', 'server', 'labels', 'created', 'updated'];

export function columnsOf() {
  return preference('columns', BY_DEFAULT)
    .filter((name) => name in COLUMNS)
    .map((name) => [t(COLUMNS[name][0]), ...COLUMNS[name].slice(1)]);
}

export function columnChoice(update) {
  const chosen = preference('columns', BY_DEFAULT);
  function toggle(name, on) {
    prefer('columns', Object.keys(COLUMNS).filter((each) => (each === name ? on : chosen.includes(each))));
    update();
  }
  return html`<details>
    <summary>${t('runs.columns')}</summary>
    <fieldset>
      <legend class="unseen">${t('runs.columns')}</legend>
      ${Object.entries(COLUMNS).map(
        ([name, [heading]]) => html`<label
          ><input type="checkbox" .checked=${chosen.includes(name)} @change=${(event) => toggle(name, event.target.checked)} />
          ${t(heading)}</label
        > `,
      )}
    </fieldset>
  </details>`;
}
