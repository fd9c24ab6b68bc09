// The points to which a run can go back: look at the state there, compare two, and fork.
import { html, nothing } from '../../html.js';
import { get } from '../../api.js';
import { json, money, number, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { openDialog } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { pages } from '../../parts/source.js';
import { empty, more, table } from '../../parts/table.js';
import { mayContinue } from './acts.js';
import { openFork } from './fork.js';

/** An iteration is found by its reply, which may be so many events before its end. */
const REACH = 200;

export function checkpointsView(model, run) {
  const from = model.checkpointsFrom ?? 1;
  model.checkpoints ??= pages((place) => checkpoints(run, from, place), model.update, (each) => each.sequence);
  const marked = (model.marked ??= []);
  const mark = (sequence) => () => {
    model.marked = [...marked, sequence].slice(-2);
    model.update();
  };
  const jump = (event) => {
    event.preventDefault();
    model.checkpointsFrom = Number(event.target.elements.from.value);
    model.checkpoints = undefined;
    model.update();
  };
  return html`<form class="acts" @submit=${jump}>
      <label>${t('checkpoints.from')} <input type="number" name="from" min="1" max=${run.lastSequence} required .value=${String(from)} /></label>
      <button>${t('checkpoints.go')}</button>
    </form>
    <div class="acts">
      <button type="button" @click=${() => model.checkpoints.load()}>${t('table.reload')}</button>
      ${marked.length === 2 ? html`<button type="button" @click=${() => showDifference(run, marked)}>${t('checkpoints.compare', { from: Math.min(...marked), to: Math.max(...marked) })}</button>` : nothing}
    </div>
    ${model.checkpoints.view(({ items, next }) => (items.length === 0 && !next ? empty(t('checkpoints.empty')) : table(t('run.view.checkpoints'), [
      ['#', (each) => html`<a href=${`#/runs/${run.id}/events/${each.sequence}`}>${each.sequence}</a>`, 'number'],
      [t('events.at'), (each) => time(each.at), 'tight'],
      [t('checkpoints.kind'), (each) => term('checkpoint', each.kind)],
      [t('runs.column.phase'), (each) => `${each.phase ?? ''} ${each.iteration ?? ''}`],
      [t('cost.in'), (each) => number(each.usage?.inputTokens), 'number'],
      ['USD', (each) => (each.cost ? money(each.cost.amount) : ''), 'number'],
      ['', (each) => html`<button type="button" @click=${() => showState(run, each.sequence)}>${t('checkpoints.state')}</button>
        <button type="button" aria-pressed=${String(marked.includes(each.sequence))} @click=${mark(each.sequence)}>${t('checkpoints.mark')}</button>
        ${mayContinue(run) ? html`<button type="button" @click=${() => openFork(run, each.sequence)}>${t('act.fork')}…</button>` : nothing}`],
    ], items, (each) => each.sequence)))} ${more(model.checkpoints)}`;
}

async function checkpoints(run, from, place) {
  const page = await get(`runs/${run.id}/checkpoints`, { after: Math.max(0, from - REACH), ...place });
  return { ...page, items: page.items.filter((each) => each.sequence >= from) };
}

async function show(title, path, query) {
  let content;
  const dialog = openDialog(title, (close) => html`${content ?? t('source.loading')}<div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
  try {
    content = html`<pre tabindex="0">${json(await get(path, query))}</pre>`;
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
