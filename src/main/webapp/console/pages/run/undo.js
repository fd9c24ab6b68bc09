// Undoing the calls of a run that has ended, newest first. The plan is shown before, and only that plan is carried out.
import { html } from '../../html.js';
import { get, post } from '../../api.js';
import { excerpt, json, time } from '../../format.js';
import { t, term } from '../../i18n.js';
import { go } from '../../router.js';
import { openAct, openDialog } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { empty } from '../../parts/table.js';

export async function openUndo(run) {
  const only = (content) => openDialog(t('act.undo'), (close) => html`${content}<div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
  let plan;
  try {
    plan = await get(`runs/${run.id}/undo-plan`);
  } catch (fault) {
    only(problemView(fault));
    return;
  }
  const pending = plan.calls.filter((call) => call.status === 'PENDING');
  if (pending.length === 0) {
    only(empty(t('undo.nothing')));
    return;
  }
  openAct({
    title: t('act.undo'),
    about: html`<ol>${plan.calls.map((call) => html`<li><code>${call.tool}</code> ${call.callId} ${time(call.at, false)} <b>${term('undo', call.status)}</b>
      <pre tabindex="0">${excerpt(json(call.arguments), 2000)}</pre></li>`)}</ol>`,
    consequences: [t('act.undo.consequence', { count: pending.length })],
    danger: true,
    confirm: t('act.undo.confirm'),
    run: (values, key) => post(`runs/${run.id}:undo`, { after: plan.after, plan: plan.plan }, { key }),
    done: (undo) => go(`/runs/${undo.id}`),
  });
}
