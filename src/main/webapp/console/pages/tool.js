// One tool: its effect, its terms here, and what it takes.
import { html } from '../html.js';
import { get } from '../api.js';
import { duration, json, money, number } from '../format.js';
import { t, term } from '../i18n.js';
import { switchOffButton } from '../parts/kill-switch.js';
import { source } from '../parts/source.js';
import { offNotice } from '../parts/switched-off.js';
import { facts } from '../parts/table.js';

export function open({ params, update }) {
  const tool = source(() => get(`tools/${encodeURIComponent(params.name)}`), update);
  return {
    title: () => params.name,
    view: () => html`<h1><code>${params.name}</code></h1>
      ${tool.view((it) => html`${offNotice(it.switchedOff)}<p>${it.description}</p>
        ${facts([
          [t('tools.effect'), term('effect', it.effect)],
          [t('tools.dangerous'), it.dangerous ? t('yes') : t('no')],
          [t('tools.approval'), it.terms.approval ? t('yes') : t('no')],
          [t('tools.category'), it.category],
          [t('tools.tags'), it.tags.join(', ')],
          [t('tools.timeout'), duration(it.terms.timeout)],
          [t('tools.resultLimit'), number(it.terms.resultLimit)],
          [t('tools.concurrency'), it.terms.concurrency],
          [t('tools.secrets'), it.terms.secrets.join(', ')],
          [t('tools.perCall'), it.cost ? money(it.cost.perCall, it.cost.currency) : undefined],
        ])}
        <div class="acts">${switchOffButton({ kind: 'TOOL', name: params.name }, it.switchedOff, () => tool.load())}</div>
        <h2>${t('transcript.arguments')}</h2><pre tabindex="0">${json(it.arguments)}</pre>`)}`,
  };
}
