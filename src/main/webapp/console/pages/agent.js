// One agent: what it consists of, its versions and what differs between them.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { duration, json, time } from '../format.js';
import { t } from '../i18n.js';
import { go, link } from '../router.js';
import { hasRole } from '../session.js';
import { openDialog } from '../parts/dialog.js';
import { switchOffButton } from '../parts/kill-switch.js';
import { source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { offNotice } from '../parts/switched-off.js';
import { facts, table } from '../parts/table.js';
import { openSubmission } from './runs/submit.js';

export function open({ params, update }) {
  const { name } = params;
  const path = `agents/${encodeURIComponent(name)}`;
  const agent = source(() => get(path), update);
  const versions = source(() => get(`${path}/versions`), update);

  async function show(version) {
    const { document: content } = await get(`${path}/versions/${version}`);
    openDialog(t('agent.version', { version: version.slice(0, 12) }), (close) => html`<pre tabindex="0">${json(content)}</pre>
      <div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
  }

  return {
    title: () => name,
    view: () => html`<h1>${name} ${agent.value ? status(agent.value.usable ? 'ACTIVE' : 'FAILED', 'agent') : nothing}</h1>
      ${agent.view((it) => html`
        ${offNotice(it.switchedOff)}<p>${it.description ?? ''}</p>
        ${(it.problems ?? []).map((problem) => html`<p class="problem"><code>${problem.path}</code> ${problem.message}</p>`)}
        ${(it.warnings ?? []).map((warning) => html`<p class="notice">${warning}</p>`)}
        <div class="acts">
          ${it.usable && hasRole('submitter', 'operator', 'admin') ? html`<button type="button" class="primary" @click=${() => openSubmission([it], name)}>${it.model?.provider === 'scripted' ? t('agent.try') : t('runs.start')}…</button>` : nothing}
          <button type="button" @click=${() => go('/runs', { agent: name })}>${t('agent.runs')}</button>
          <a href=${link('/agent-editor', { agent: name })}>${t('agents.editor')}</a>
          ${switchOffButton({ kind: 'AGENT', name }, it.switchedOff, () => agent.load())}
        </div>
        ${facts([
          [t('run.version'), it.version ? html`<code>${it.version.slice(0, 12)}</code>` : undefined],
          [t('run.model'), it.model ? `${it.model.provider}/${it.model.name}` : undefined],
          [t('agent.fallbacks'), (it.fallbacks ?? []).map((each) => `${each.provider}/${each.name}`).join(', ')],
          [t('tools.title'), (it.tools ?? []).map((tool) => html`<a href=${link(`/tools/${tool}`)}>${tool}</a> `)],
          [t('agent.source'), it.source],
        ])}
        <h2>${t('run.phases')}</h2>
        ${table(t('run.phases'), [
          [t('runs.column.phase'), (phase) => phase.name],
          [t('agent.critical'), (phase) => (phase.critical ? t('yes') : t('no'))],
          [t('tools.title'), (phase) => phase.tools.join(', ')],
          [t('agent.iterations'), (phase) => phase.limits.maxIterations, 'number'],
          [t('agent.deadline'), (phase) => duration(phase.limits.deadline)],
        ], it.phases ?? [])}`)}
      <h2>${t('agent.versions')}</h2>
      ${versions.view(({ items }) => table(t('agent.versions'), [
        [t('agent.versionName'), (each) => html`<code>${each.version.slice(0, 12)}</code>`],
        [t('agent.present'), (each) => (each.present ? t('yes') : t('no'))],
        [t('agent.firstSeen'), (each) => (each.firstSeenAt ? time(each.firstSeenAt) : '')],
        ['', (each) => html`<button type="button" @click=${() => show(each.version)}>${t('agent.show')}</button>`],
      ], items, (each) => each.version))}`,
  };
}
