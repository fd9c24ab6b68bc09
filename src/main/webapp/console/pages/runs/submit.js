// Starting a run of an agent.
import { post } from '../../api.js';
import { t } from '../../i18n.js';
import { readDocument } from '../../json.js';
import { go } from '../../router.js';
import { openAct } from '../../parts/dialog.js';

export function openSubmission(agents, chosen) {
  openAct({
    title: t('submit.title'),
    draft: `run ${chosen ?? ''}`,
    consequences: [t('submit.consequence')],
    fields: [
      {
        name: 'agent', label: t('runs.column.agent'), kind: 'select', value: chosen ?? agents[0]?.name ?? '', required: true,
        options: agents.filter((agent) => agent.usable).map((agent) => [agent.name, agent.name]),
      },
      { name: 'workspace', label: t('submit.workspace'), required: true },
      { name: 'input', label: t('submit.input'), kind: 'code', value: '{}', required: true },
      { name: 'labels', label: t('filter.label'), hint: t('submit.labels.hint') },
      { name: 'usd', label: t('submit.usd'), kind: 'number' },
    ],
    confirm: t('runs.start'),
    run: (values, key) => post('runs', submission(values), { key }),
    done: (run) => go(`/runs/${run.id}`),
  });
}

function submission(values) {
  const labels = Object.fromEntries(values.labels.split(/\s+/).filter(Boolean).map((each) => each.split(/=(.*)/s).slice(0, 2)));
  return {
    agent: values.agent,
    workspace: values.workspace,
    input: readDocument(values.input),
    ...(Object.keys(labels).length ? { labels } : {}),
    ...(values.usd ? { budget: { usd: Number(values.usd) } } : {}),
  };
}
