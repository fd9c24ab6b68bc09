// The audit record of the tenant. The server verifies its chain and seals when it reads it.
import { html } from '../html.js';
import { download, get } from '../api.js';
import { excerpt, json, number, time } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { pages } from '../parts/source.js';
import { empty, more, table } from '../parts/table.js';

const PAGE = 100;

/**
 * What was asked for; which deed was not done; or from where logins were refused.
 *
 * @param {{data?: any}} entry
 */
function what({ data = {} }) {
  return data.deed ?? (data.of ? t('audit.refused', { entry: number(data.of), status: data.status }) : data.address ?? JSON.stringify(data));
}

export function open({ update }) {
  if (!hasRole('auditor', 'admin')) {
    return { title: () => t('audit.title'), view: () => html`<h1>${t('audit.title')}</h1>${empty(t('problem.forbidden'), t('audit.auditors'))}` };
  }
  const record = pages((place) => get('audit', { limit: PAGE, ...place }), update, (entry) => entry.sequence);

  return {
    title: () => t('audit.title'),
    view: () => html`<h1>${t('audit.title')}</h1>
      <p>${t('audit.about')}</p>
      <div class="acts"><button type="button" @click=${() => download('audit/export', 'audit.jsonl')}>${t('events.download')}</button>
        <span>${t('events.verify')} <code>reprise verify audit.jsonl</code></span></div>
      ${record.view(({ items }) => (items.length === 0 ? empty(t('audit.empty')) : html`
        <p role="status" class="verified">${t('audit.verified', { count: number(items.length) })}</p>
        ${table(t('audit.title'), [
          ['#', (each) => number(each.sequence), 'number'],
          [t('events.at'), (each) => time(each.at), 'tight'],
          [t('events.type'), (each) => term('auditType', each.type), 'tight'],
          [t('kill.by'), (each) => each.data?.by ?? each.data?.user ?? ''],
          [t('events.what'), (each) => html`<details><summary>${excerpt(what(each), 120)}</summary><pre tabindex="0">${json(each)}</pre></details>`],
        ], items, (each) => each.sequence)} ${more(record)}`))}`,
  };
}
