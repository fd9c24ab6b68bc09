// The audit record of the tenant. The server verifies its chain and seals when it reads it.
import { html, nothing } from '../html.js';
import { download, get } from '../api.js';
import { excerpt, number, shown, time } from '../format.js';
import { t } from '../i18n.js';
import { hasRole } from '../session.js';
import { source } from '../parts/source.js';
import { empty, table } from '../parts/table.js';

const PAGE = 100;

export function open({ update }) {
  if (!hasRole('auditor', 'admin')) {
    return { title: () => t('audit.title'), view: () => html`<h1>${t('audit.title')}</h1>${empty(t('problem.forbidden'), t('audit.auditors'))}` };
  }
  let earlier = [];
  let ended = false;
  const page = source(() => get('audit', { limit: PAGE }), update);

  async function more() {
    const last = (earlier.at(-1) ?? page.value.items.at(-1)).sequence;
    const next = await get('audit', { before: last, limit: PAGE });
    earlier = [...earlier, ...next.items];
    ended = next.items.length < PAGE;
    update();
  }

  return {
    title: () => t('audit.title'),
    view: () => html`<h1>${t('audit.title')}</h1>
      <p>${t('audit.about')}</p>
      <div class="acts"><button type="button" @click=${() => download('audit/export', 'audit.jsonl')}>${t('events.download')}</button>
        <span>${t('events.verify')} <code>reprise verify audit.jsonl</code></span></div>
      ${page.view(({ items }) => (items.length === 0 ? empty(t('audit.empty')) : html`
        <p role="status" class="verified">${t('audit.verified', { count: number(items.length + earlier.length) })}</p>
        ${table(t('audit.title'), [
          ['#', (each) => number(each.sequence), 'number'],
          [t('events.at'), (each) => time(each.at), 'tight'],
          [t('events.type'), (each) => html`<code>${each.type}</code>`, 'tight'],
          [t('kill.by'), (each) => each.data?.by ?? ''],
          [t('events.what'), (each) => html`<details><summary>${excerpt(each.data?.deed ?? JSON.stringify(each.data), 120)}</summary><pre tabindex="0">${shown(each)}</pre></details>`],
        ], [...items, ...earlier], (each) => each.sequence)}
        ${items.length === PAGE && !ended ? html`<p><button type="button" @click=${more}>${t('table.more')}</button></p>` : nothing}`))}`,
  };
}
