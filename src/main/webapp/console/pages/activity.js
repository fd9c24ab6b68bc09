// What runs did over a time, and where time and money went: by agent, model, person, label and cause of failure.
import { html, nothing } from '../html.js';
import { money, number } from '../format.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { costChart, durationChart, figures, readCourse, runsChart, timeChoice, timeOf } from '../parts/course.js';
import { poll, source } from '../parts/source.js';
import { empty, table } from '../parts/table.js';

/** How many rows of each kind are shown at once. */
const SHOWN = 8;

export function open({ query, update }) {
  const over = timeOf(query, 'week');
  const course = source(() => readCourse(over), update);
  return {
    title: () => t('activity.title'),
    close: poll(30, course),
    view: () => html`<header class="page"><h1>${t('activity.title')}</h1>${timeChoice('/activity', over)}</header>
      ${course.view((it) => html`${figures(it)}
        <div class="charts">${runsChart(it)} ${durationChart(it)} ${costChart(it)}</div>
        ${byName(t('activity.agents'), it.agents, (name) => link('/runs', { agent: name, createdAfter: it.from }))}
        ${byName(t('activity.models'), it.models, undefined, t('activity.tools'))}
        ${byName(t('activity.users'), it.users)}
        ${byLabel(it)}
        ${failures(it, over)}`)}`,
  };
}

/** Those that cost most, the rest folded. Columns in which nothing would be are left out. */
function byName(title, items, linkOf, unnamed) {
  const cached = items.some(({ sums }) => sums.cachedTokens > 0 || sums.saved !== 0);
  const named = (item) => (item.name === '' ? unnamed : linkOf ? html`<a href=${linkOf(item.name)}>${item.name}</a>` : item.name);
  const columns = [
    [t('activity.name'), named],
    ...(items.some(({ sums }) => sums.submitted > 0)
      ? [
          [t('course.submitted'), ({ sums }) => number(sums.submitted), 'number'],
          [t('course.completed'), ({ sums }) => number(sums.completed), 'number'],
          [t('course.failed'), ({ sums }) => number(sums.failed), 'number'],
        ]
      : []),
    [t('activity.calls'), ({ sums }) => number(sums.modelCalls), 'number'],
    [t('activity.input'), ({ sums }) => number(sums.inputTokens), 'number'],
    ...(cached ? [[t('activity.cached'), ({ sums }) => number(sums.cachedTokens), 'number']] : []),
    [t('activity.output'), ({ sums }) => number(sums.outputTokens), 'number'],
    [t('course.cost'), ({ sums }) => money(sums.cost), 'number'],
    ...(cached ? [[t('activity.saved'), ({ sums }) => money(sums.saved), 'number']] : []),
  ];
  const rest = items.slice(SHOWN);
  return html`<h2>${title}</h2>${items.length === 0 ? empty(t('activity.empty')) : table(title, columns, items.slice(0, SHOWN))}
    ${rest.length > 0 ? html`<details><summary>${t('servers.further', { count: number(rest.length) })}</summary>${table(title, columns, rest)}</details>` : nothing}`;
}

/** Each label that the server counts by, with what its values cost; those that were too many are one row. */
function byLabel({ labels, from }) {
  const keys = [...new Set(labels.map(({ name }) => name.split('=')[0]))];
  return keys.map((key) => byName(
    t('activity.label', { label: key }),
    labels.filter(({ name }) => name.split('=')[0] === key).map(({ name, sums }) => ({ name: name.slice(key.length + 1), sums })),
    (value) => link('/runs', { label: `${key}=${value}`, createdAfter: from }),
    t('activity.otherValues'),
  ));
}

function failures({ failures: causes, from }, over) {
  return causes.length === 0 ? nothing : html`<h2>${t('activity.failures')}</h2><p><a href=${link('/failures', { over })}>${t('failures.ask')}</a></p>
    ${table(t('activity.failures'), [
      [t('runs.column.failure'), (cause) => html`<a href=${link('/runs', { status: 'FAILED', failureCode: cause.failureCode, endedAfter: from })}>${cause.failureCode}</a>`],
      [t('course.failed'), (cause) => number(cause.count), 'number'],
    ], causes, (cause) => cause.failureCode)}`;
}
