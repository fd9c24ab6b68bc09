// What retention will erase, now or later: nothing is erased before the plan that is shown is confirmed.
import { html, nothing } from '../html.js';
import { post } from '../api.js';
import { bytes, number, shortId, time } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct } from '../parts/dialog.js';
import { source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, facts, table } from '../parts/table.js';

const AHEAD = [0, 7, 30, 90, 365];

function inDays(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

export function open({ update }) {
  if (!hasRole('admin')) {
    return { title: () => t('retention.title'), view: () => html`<h1>${t('retention.title')}</h1>${empty(t('problem.forbidden'), t('retention.admins'))}` };
  }
  let days = 0;
  const plan = source(() => post('admin/retention', { dryRun: true, ...(days ? { asOf: inDays(days) } : {}) }), update);
  const chosen = (event) => {
    days = Number(event.target.value);
    plan.load();
  };
  const label = (seen) => t(seen.runs.length ? 'retention.erase' : 'retention.cancel');
  const erase = (seen) => openAct({
    title: label(seen),
    consequences: [
      ...(seen.runs.length ? [t('retention.erase.consequence', { count: number(seen.runs.length), bytes: bytes(seen.bytes) })] : []),
      ...(seen.cancels.length ? [t('retention.cancel.consequence', { count: number(seen.cancels.length) })] : []),
    ],
    danger: true,
    run: (values, key) => post('admin/retention', { dryRun: false, plan: seen.plan }, { key }),
    done: () => plan.load(),
    outdated: () => plan.load(),
  });
  return {
    title: () => t('retention.title'),
    view: () => html`<h1>${t('retention.title')}</h1>
      <div class="acts">
        <label>${t('retention.when')} <select name="when" @change=${chosen}>${AHEAD.map((each) => html`<option value=${each} ?selected=${each === days}>${each ? t('retention.inDays', { count: each }) : t('retention.now')}</option>`)}</select></label>
        <button type="button" @click=${() => plan.load()}>${t('table.reload')}</button>
      </div>
      ${days ? html`<p>${t('retention.forecast')}</p>` : nothing}
      ${plan.view((it) => html`${facts([
          [t('retention.asOf'), time(it.asOf)],
          [t('retention.due'), `${number(it.runs.length)}${it.more ? '+' : ''}`],
          [t('retention.bytes'), bytes(it.bytes)],
          [t('retention.kept'), number(it.kept.length)],
          ...(it.cancels.length ? [[t('retention.cancels'), number(it.cancels.length)]] : []),
        ])}
        ${days || it.runs.length + it.cancels.length === 0 ? nothing : html`<div class="acts"><button type="button" class="danger" @click=${() => erase(it)}>${label(it)}…</button></div>`}
        ${it.cancels.length ? html`<h2>${t('retention.cancels')}</h2>${table(t('retention.cancels'), [
          [t('runs.column.id'), (run) => html`<a href=${`#/runs/${run.id}`}><code>${shortId(run.id)}</code></a>`],
          [t('runs.column.agent'), (run) => run.agent],
          [t('runs.column.status'), (run) => status(run.status)],
          [t('retention.since'), (run) => time(run.since)],
          [t('retention.rule'), (run) => run.rule],
        ], it.cancels)}` : nothing}
        ${it.runs.length === 0 ? empty(t('retention.empty')) : html`${table(t('retention.due'), [
            [t('runs.column.id'), (run) => html`<a href=${`#/runs/${run.id}`}><code>${shortId(run.id)}</code></a>`],
            [t('runs.column.agent'), (run) => run.agent],
            [t('runs.column.status'), (run) => status(run.status)],
            [t('retention.endedAt'), (run) => time(run.endedAt)],
            [t('retention.rule'), (run) => `${run.rule} (${term('retention', run.beyond)})`],
            [t('run.bytes'), (run) => bytes(run.bytes), 'number'],
          ], it.runs)}`}
        ${it.kept.length ? html`<h2>${t('retention.kept')}</h2>${table(t('retention.kept'), [
          [t('runs.column.id'), (run) => html`<a href=${`#/runs/${run.id}`}><code>${shortId(run.id)}</code></a>`],
          [t('bulk.why'), (run) => run.reason],
        ], it.kept)}` : nothing}`)}`,
  };
}
