// One generated tool: its generations with their differences, and what an admin can do to it, as it was seen.
import { html, nothing } from '../html.js';
import { get, getTagged, post } from '../api.js';
import { json, number, time } from '../format.js';
import { t, term } from '../i18n.js';
import { hasRole } from '../session.js';
import { openAct, reasonField } from '../parts/dialog.js';
import { diffView } from '../parts/diff.js';
import { source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { facts, table } from '../parts/table.js';

const ACTS = ['bless', 'promote', 'quarantine', 'rollback', 'regenerate', 'archive', 'restore'];

export function open({ params, update }) {
  const path = `artifacts/${encodeURIComponent(params.role)}/${encodeURIComponent(params.method)}`;
  const artifact = source(() => getTagged(path), update);
  const changes = source(() => get(`${path}/changes`), update);
  const reload = () => {
    artifact.load();
    changes.load();
  };

  function act(word) {
    const { etag } = artifact.value;
    openAct({
      title: t(`artifact.${word}`),
      consequences: [t(`artifact.${word}.consequence`)],
      fields: [
        reasonField(true),
        ...(word === 'bless' ? [{ name: 'resetMetrics', label: t('artifact.bless.reset'), kind: 'checkbox', value: false }] : []),
      ],
      danger: word === 'archive' || word === 'quarantine',
      run: (values, key) => post(`${path}:${word}`, values, { etag, key }),
      done: reload,
      outdated: reload,
    });
  }

  return {
    title: () => `${params.role}/${params.method}`,
    view: () => html`<h1>${params.role}/${params.method}</h1>
      ${artifact.view(({ value: it }) => html`
        ${facts([
          [t('artifacts.stage'), status(it.artifact.stage, 'stage')],
          [t('artifacts.next'), `${term('artifactAction', it.artifact.nextCall.action)} (${term('artifactReason', it.artifact.nextCall.reason)})`],
          [t('bulk.succeeded'), number(it.artifact.fitness.successes)],
          [t('artifacts.failureRate'), `${Math.round(it.artifact.fitness.recentFailureRate * 100)} %`],
          [t('artifacts.repairs'), number(it.artifact.fitness.repairs)],
          [t('artifact.lastFailure'), it.artifact.fitness.lastFailure?.reason],
        ])}
        ${hasRole('admin') ? html`<div class="acts">${ACTS.map((word) => html`<button type="button" @click=${() => act(word)}>${t(`artifact.${word}`)}…</button>`)}</div>` : nothing}
        <h2>${t('artifact.generations')}</h2>
        ${it.changes.map((each) => html`<details open><summary>${each.from.slice(0, 8)} → ${each.to.slice(0, 8)}</summary>${each.diff ? diffView(`${each.from}/${each.to}`, each.diff) : nothing}</details>`)}
        <details><summary>${t('artifact.document')}</summary><pre tabindex="0">${json(it.document)}</pre></details>`)}
      <h2>${t('artifact.changes')}</h2>
      ${changes.view(({ items }) => table(t('artifact.changes'), [
        [t('events.at'), (each) => time(each.at), 'tight'],
        [t('events.what'), (each) => each.action],
        [t('kill.by'), (each) => each.by],
        [t('act.reason'), (each) => each.reason],
      ], items))}`,
  };
}
