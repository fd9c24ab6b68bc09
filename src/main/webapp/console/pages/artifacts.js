// Tools that agents have written: how good they are, and what the next call of each does.
import { html } from '../html.js';
import { get } from '../api.js';
import { number, time } from '../format.js';
import { t, term } from '../i18n.js';
import { link } from '../router.js';
import { caller } from '../session.js';
import { pages, source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { offText } from '../parts/switched-off.js';
import { empty, more, table } from '../parts/table.js';

/** The kill switches that say how code is used. */
const KINDS = ['STORED_CODE', 'CODE_REPAIRS', 'CODE_REUSE'];

export function open({ update }) {
  const artifacts = pages((place) => get('artifacts', { limit: 100, ...place }), update, (each) => `${each.role}/${each.method}`);
  const switches = source(() => get('admin/kill-switches', { limit: 200 }), update);
  const trends = source(() => get('artifact-trends', { days: 14 }), update);

  return {
    title: () => t('artifacts.title'),
    view: () => html`<h1>${t('artifacts.title')}</h1>
      ${switches.view(({ items }) => items.filter(({ kind, tenant }) => KINDS.includes(kind) && ['*', caller().tenant].includes(tenant))
        .map((each) => html`<p class="notice"><a href="#/kill-switches">${term('kill', each.kind)}</a>: ${offText({ ...each, since: each.at })}</p>`))}
      ${artifacts.view(({ items, corrupt }) => html`
        ${(corrupt ?? []).map((each) => html`<p class="problem">${each.role}/${each.method}: ${each.reason}</p>`)}
        ${items.length === 0 ? empty(t('artifacts.empty'), t('artifacts.empty.next')) : table(t('artifacts.title'), [
          [t('artifacts.method'), (each) => html`<a href=${link(`/artifacts/${each.role}/${each.method}`)}>${each.role}/${each.method}</a>`],
          [t('artifacts.stage'), (each) => status(each.stage, 'stage')],
          [t('bulk.succeeded'), (each) => number(each.fitness.successes), 'number'],
          [t('artifacts.failureRate'), (each) => `${Math.round(each.fitness.recentFailureRate * 100)} %`, 'number'],
          [t('artifacts.repairs'), (each) => number(each.fitness.repairs), 'number'],
          [t('artifacts.next'), (each) => `${term('artifactAction', each.nextCall.action)} (${term('artifactReason', each.nextCall.reason)})`],
          [t('artifacts.lastUsed'), (each) => (each.lastUsedAt ? time(each.lastUsedAt) : '')],
        ], items, (each) => `${each.role}/${each.method}`)} ${more(artifacts)}`)}
      <h2>${t('artifacts.trends')}</h2>
      ${trends.view(({ items }) => (items.length === 0 ? empty(t('artifacts.trends.empty')) : table(t('artifacts.trends'), [
        [t('artifacts.day'), (each) => each.day],
        [t('bulk.succeeded'), (each) => number(each.successes), 'number'],
        [t('artifacts.intrinsic'), (each) => number(each.intrinsic), 'number'],
        [t('artifacts.adaptive'), (each) => number(each.adaptive), 'number'],
        [t('artifacts.extrinsic'), (each) => number(each.extrinsic), 'number'],
      ], items, (each) => each.day)))}`,
  };
}
