// Schedules: what starts by itself, and when next.
import { html, nothing } from '../html.js';
import { get, post } from '../api.js';
import { distance, time } from '../format.js';
import { t } from '../i18n.js';
import { go, link } from '../router.js';
import { hasRole } from '../session.js';
import { pages, poll } from '../parts/source.js';
import { status } from '../parts/status.js';
import { empty, more, table } from '../parts/table.js';
import { openDefinition } from './schedules/definition.js';

const NEW = { name: '', agent: '', workspace: '', input: {}, cron: '0 6 * * *', zone: Intl.DateTimeFormat().resolvedOptions().timeZone };

export function open({ update }) {
  const schedules = pages((place) => get('schedules', { limit: 100, ...place }), update);
  const create = () => openDefinition(t('schedules.create'), NEW, (definition, key) => post('schedules', definition, { key }), (made) => go(`/schedules/${made.name}`));
  return {
    title: () => t('schedules.title'),
    close: poll(10, schedules),
    view: () => html`<h1>${t('schedules.title')}</h1>
      ${hasRole('operator', 'admin') ? html`<div class="acts"><button type="button" class="primary" @click=${create}>${t('schedules.create')}…</button></div>` : nothing}
      ${schedules.view(({ items }) => (items.length === 0 ? empty(t('schedules.empty'), t('schedules.empty.next')) : table(t('schedules.title'), [
        [t('tools.name'), (each) => html`<a href=${link(`/schedules/${each.name}`)}>${each.name}</a>`],
        [t('runs.column.status'), (each) => status(each.status)],
        [t('runs.column.agent'), (each) => each.definition.agent ?? ''],
        [t('schedules.when'), (each) => html`<code>${each.definition.cron ?? each.definition.every ?? each.definition.at ?? ''}</code> ${each.definition.zone ?? ''}`],
        [t('schedules.next'), (each) => (each.next[0] ? html`${time(each.next[0])} (${distance(each.next[0])})` : '')],
        [t('schedules.error'), (each) => each.error ?? ''],
      ], items)))} ${more(schedules)}`,
  };
}
