// Breakers of agents, models and tools, and pauses of the quotas of models.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { distance, number, time } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct } from '../parts/dialog.js';
import { poll, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, table } from '../parts/table.js';

export function open({ update }) {
  const breakers = source(() => get('breakers'), update);
  const quotas = source(() => get('quotas'), update);
  const mayReset = hasRole('operator', 'admin');

  function reset(breaker) {
    openAct({
      title: t('breakers.reset', { name: breaker.name }),
      consequences: [t('breakers.reset.consequence')],
      run: (values, key) => post(`breakers/${breaker.kind}/${encodeURIComponent(breaker.name)}:reset`, undefined, { key }),
      done: () => breakers.load(),
    });
  }

  /** The server takes the slashes in the name of a model as they are, and no encoded ones. */
  function resume(quota) {
    const model = quota.model.split('/').map(encodeURIComponent).join('/');
    openAct({
      title: t('quotas.resume', { model: quota.model }),
      consequences: [t('quotas.resume.consequence')],
      run: (values, key) => post(`quotas/${encodeURIComponent(quota.provider)}/${model}:resume`, undefined, { key }),
      done: () => quotas.load(),
    });
  }

  /** Those that hold something up; the others are all alike, and folded. */
  function breakersView({ items }) {
    const held = items.filter(({ state }) => state !== 'CLOSED');
    const closed = items.filter(({ state }) => state === 'CLOSED');
    return html`${held.length > 0 ? breakersTable(held) : html`<p>${t('home.breakersClosed')}</p>`}
      ${closed.length > 0 ? html`<details><summary>${t('breakers.closed', { count: number(closed.length) })}</summary>${breakersTable(closed)}</details>` : nothing}`;
  }

  function breakersTable(items) {
    return table(t('breakers.breakers'), [
      [t('breakers.name'), (each) => each.name],
      [t('breakers.kind'), (each) => term('breakerKind', each.kind)],
      [t('runs.column.status'), (each) => status(each.state, 'breaker')],
      [t('breakers.failures'), (each) => each.failures, 'number'],
      [t('breakers.until'), (each) => (each.until ? html`${time(each.until)} (${distance(each.until)})` : '')],
      [t('breakers.because'), (each) => each.because ?? ''],
      ['', (each) => (mayReset && each.state !== 'CLOSED' ? html`<button type="button" @click=${() => reset(each)}>${t('breakers.close')}…</button>` : nothing)],
    ], items, (each) => `${each.kind}/${each.name}`);
  }

  return {
    title: () => t('breakers.title'),
    close: poll(5, breakers, quotas),
    view: () => html`<h1>${t('breakers.title')}</h1>
      <h2>${t('breakers.breakers')}</h2>
      ${breakers.view((it) => (it.items.length === 0 ? empty(t('breakers.empty')) : breakersView(it)))}
      <h2>${t('quotas.title')}</h2>
      ${quotas.view(({ items }) => (items.length === 0 ? empty(t('quotas.empty')) : table(t('quotas.title'), [
        [t('run.model'), (each) => `${each.provider}/${each.model}`],
        [t('quotas.until'), (each) => html`${time(each.pausedUntil)} (${distance(each.pausedUntil)})`],
        ['', (each) => (mayReset ? html`<button type="button" @click=${() => resume(each)}>${t('quotas.end')}…</button>` : nothing)],
      ], items, (each) => `${each.provider}/${each.model}`)))}`,
  };
}
