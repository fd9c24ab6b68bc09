// Starting a run of an agent.
import { nothing } from '../../html.js';
import { post } from '../../api.js';
import { t } from '../../i18n.js';
import { readDocument } from '../../json.js';
import { go } from '../../router.js';
import { openAct } from '../../parts/dialog.js';
import { fieldsOf, hasForm, inputOf } from './input-form.js';

export function openSubmission(agents, chosen) {
  const forms = new Map(agents.filter((agent) => hasForm(agent.input)).map(({ name, input }) => [name, fieldsOf(name, input)]));
  const input = (values) => (forms.has(values.agent) ? inputOf(forms.get(values.agent), values) : values.input);
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
      ...[...forms.values()].flat(),
      { name: 'input', label: t('submit.input'), kind: 'code', value: '{}', required: true, when: ({ agent }) => !forms.has(agent) },
      { name: 'labels', label: t('filter.label'), hint: t('submit.labels.hint') },
      { name: 'usd', label: t('submit.usd'), kind: 'number' },
    ],
    confirm: t('runs.start'),
    run: (values, key) => post('runs', submission(values, readDocument(input(values))), { key }),
    preview: () => nothing, // redraws the fields when another agent is chosen
    done: (run) => go(`/runs/${run.id}`),
  });
}

function submission(values, input) {
  const labels = Object.fromEntries(values.labels.split(/\s+/).filter(Boolean).map((each) => each.split(/=(.*)/s).slice(0, 2)));
  return {
    agent: values.agent,
    workspace: values.workspace,
    input,
    ...(Object.keys(labels).length ? { labels } : {}),
    ...(values.usd ? { budget: { usd: Number(values.usd) } } : {}),
  };
}
