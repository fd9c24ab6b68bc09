// What the server is configured with, where each value comes from, and what it means.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { number } from '../format.js';
import { t } from '../i18n.js';
import { hasRole } from '../session.js';
import { source } from '../parts/source.js';
import { empty, table } from '../parts/table.js';

export function open({ update }) {
  if (!hasRole('auditor', 'admin')) {
    return { title: () => t('configuration.title'), view: () => html`<h1>${t('configuration.title')}</h1>${empty(t('problem.forbidden'), t('audit.auditors'))}` };
  }
  const settings = source(() => get('admin/configuration'), update);
  let wanted = '';
  let changed = false;
  const fits = (setting) => (!wanted || `${setting.name} ${setting.meaning}`.toLowerCase().includes(wanted)) && (!changed || setting.source);
  return {
    title: () => t('configuration.title'),
    view: () => html`<h1>${t('configuration.title')}</h1>
      <form class="filters" role="search" aria-label=${t('configuration.search')} @submit=${(event) => event.preventDefault()}>
        <label>${t('configuration.search')} <input type="search" @input=${(event) => { wanted = event.target.value.toLowerCase(); update(); }} /></label>
        <label><span><input type="checkbox" @change=${(event) => { changed = event.target.checked; update(); }} /> ${t('configuration.changed')}</span></label>
      </form>
      ${settings.view(({ items, warnings }) => html`${warnings.map((each) => html`<p class="notice">${each}</p>`)}
        <p role="status">${t('configuration.count', { count: number(items.filter(fits).length) })}</p>
        ${table(t('configuration.title'), [
          [t('configuration.name'), (each) => html`<code>${each.name}</code> <small class="meaning">${each.meaning}</small>`],
          [t('configuration.value'), (each) => html`<code>${each.secret ? t('configuration.secret') : (each.value ?? '')}</code>`],
          [t('configuration.default'), (each) => html`<code>${each.default ?? ''}</code>`],
          [t('configuration.source'), (each) => each.source ?? nothing],
        ], items.filter(fits))}`)}`,
  };
}
