// Migration of a run to the tools, and the version of its agent, that are there now. The differences are shown before.
import { html, nothing } from '../../html.js';
import { post } from '../../api.js';
import { t } from '../../i18n.js';
import { openAct, openDialog, reasonField } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';

export async function openMigration(model, run) {
  const { etag } = model.run.value;
  let plan;
  try {
    plan = await post(`runs/${run.id}:migrate`, { dryRun: true, agent: 'current' });
  } catch (fault) {
    openDialog(t('act.migrate'), (close) => html`${problemView(fault)}<div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
    return;
  }
  const about = html`${plan.possible ? nothing : html`<p class="notice">${t('migrate.impossible')}</p>`}
    ${list(t('migrate.obstacles'), plan.obstacles)} ${list(t('migrate.server'), plan.server)}
    ${plan.agent ? html`<p>${t('migrate.agent')} <code>${plan.agent.from.slice(0, 12)}</code> → <code>${plan.agent.to.slice(0, 12)}</code></p>${list(t('migrate.changes'), plan.agent.changes)}` : nothing}`;
  if (!plan.possible) {
    openDialog(t('act.migrate'), (close) => html`${about}<div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
    return;
  }
  openAct({
    title: t('act.migrate'),
    about,
    consequences: [t('act.migrate.consequence')],
    fields: [reasonField(true)],
    confirm: t('act.migrate.confirm'),
    run: ({ reason }, key) => post(`runs/${run.id}:migrate`, { reason, plan: plan.plan, agent: 'current' }, { etag, key }),
    done: model.reload,
    outdated: model.reload,
  });
}

function list(title, errors = []) {
  return errors.length ? html`<h3>${title}</h3><ul>${errors.map((each) => html`<li><code>${each.path}</code> ${each.message}</li>`)}</ul>` : nothing;
}
