// The points to which a run can go back: look at the state there, compare two, and fork.
import { html, nothing } from '../../html.js';
import { get } from '../../api.js';
import { money, number, shown, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { openDialog } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { source } from '../../parts/source.js';
import { empty, table } from '../../parts/table.js';
import { mayContinue } from './acts.js';
import { openFork } from './fork.js';

export function checkpointsView(model, run) {
  model.checkpoints ??= source(() => get(`runs/${run.id}/checkpoints`), model.update);
  const marked = (model.marked ??= []);
  const mark = (sequence) => () => {
    model.marked = [...marked, sequence].slice(-2);
    model.update();
  };
  return html`<div class="acts">
      <button type="button" @click=${() => model.checkpoints.load()}>${t('table.reload')}</button>
      ${marked.length === 2 ? html`<button type="button" @click=${() => showDifference(run, marked)}>${t('checkpoints.compare', { from: Math.min(...marked), to: Math.max(...marked) })}</button>` : nothing}
    </div>
    ${model.checkpoints.view(({ items }) => (items.length === 0 ? empty(t('checkpoints.empty')) : table(t('run.view.checkpoints'), [
      ['#', (each) => html`<a href=${`#/runs/${run.id}/events/${each.sequence}`}>${each.sequence}</a>`, 'number'],
      [t('events.at'), (each) => time(each.at), 'tight'],
      [t('checkpoints.kind'), (each) => term('checkpoint', each.kind)],
      [t('runs.column.phase'), (each) => `${each.phase ?? ''} ${each.iteration ?? ''}`],
      [t('cost.in'), (each) => number(each.usage?.inputTokens), 'number'],
      ['USD', (each) => (each.cost ? money(each.cost.amount) : ''), 'number'],
      ['', (each) => html`<button type="button" @click=${() => showState(run, each.sequence)}>${t('checkpoints.state')}</button>
        <button type="button" aria-pressed=${String(marked.includes(each.sequence))} @click=${mark(each.sequence)}>${t('checkpoints.mark')}</button>
        ${mayContinue(run) ? html`<button type="button" @click=${() => openFork(run, each.sequence)}>${t('act.fork')}…</button>` : nothing}`],
    ], items, (each) => each.sequence)))}`;
}

async function show(title, path, query) {
  let content;
  const dialog = openDialog(title, (close) => html`${content ?? t('source.loading')}<div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
  try {
    content = html`<pre tabindex="0">${shown(await get(path, query))}</pre>`;
  } catch (fault) {
    content = problemView(fault);
  }
  dialog.update();
}

function showState(run, sequence) {
  show(t('checkpoints.stateAt', { sequence }), `runs/${run.id}/checkpoints/${sequence}`);
}

function showDifference(run, marked) {
  const [from, to] = [Math.min(...marked), Math.max(...marked)];
  show(t('checkpoints.compare', { from, to }), `runs/${run.id}/difference`, { from, to });
}
