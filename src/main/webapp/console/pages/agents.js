// The agents that runs can be started of.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { source } from '../parts/source.js';
import { status } from '../parts/status.js';
import { offMark } from '../parts/switched-off.js';
import { empty, table } from '../parts/table.js';

export function open({ update }) {
  const agents = source(() => get('agents'), update);
  return {
    title: () => t('agents.title'),
    view: () => html`<h1>${t('agents.title')}</h1>
      <div class="acts"><a href="#/agent-editor">${t('agents.editor')}</a></div>
      ${agents.view(({ items }) => (items.length === 0 ? empty(t('agents.empty'), t('agents.empty.next')) : table(t('agents.title'), [
        [t('runs.column.agent'), (agent) => html`<a href=${link(`/agents/${agent.name}`)}>${agent.name}</a>`],
        [t('runs.column.status'), (agent) => html`${status(agent.usable ? 'ACTIVE' : 'FAILED', 'agent')} ${offMark(agent.switchedOff)}`],
        [t('agents.description'), (agent) => agent.description ?? ''],
        [t('run.model'), (agent) => (agent.model ? `${agent.model.provider}/${agent.model.name}` : nothing)],
        [t('run.phases'), (agent) => (agent.phases ?? []).map((phase) => phase.name).join(', ')],
        [t('tools.title'), (agent) => (agent.tools ?? []).join(', ')],
      ], items)))}`,
  };
}
