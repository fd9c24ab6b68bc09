// A fork: another run that continues from a point of this one. What it takes over and will cost is shown before.
import { html, nothing } from '../../html.js';
import { post } from '../../api.js';
import { money, number } from '../../format.js';
import { t, term } from '../../i18n.js';
import { go } from '../../router.js';
import { openAct, openDialog, reasonField } from '../../parts/dialog.js';
import { problemView } from '../../parts/problem.js';
import { facts } from '../../parts/table.js';

export async function openFork(run, sequence = run.lastSequence) {
  let preview;
  try {
    preview = await post(`runs/${run.id}:fork`, { sequence, dryRun: true });
  } catch (fault) {
    openDialog(t('act.fork'), (close) => html`${problemView(fault)}<div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
    return;
  }
  openAct({
    title: t('fork.title', { sequence }),
    about: previewView(preview),
    consequences: [t('fork.consequence')],
    fields: [
      { name: 'message', label: t('fork.message'), kind: 'textarea', hint: preview.messageReadIn ? t('fork.readIn', { phase: preview.messageReadIn }) : undefined },
      reasonField(),
    ],
    confirm: t('act.fork'),
    run: ({ message, reason }, key) => post(`runs/${run.id}:fork`, { sequence, message: message || undefined, reason: reason || undefined }, { key }),
    done: (fork) => go(`/runs/${fork.id}`),
  });
}

function previewView({ inherited, openCalls, ahead, estimate, undoPlan, forkedFrom }) {
  return html`${facts([
      [t('fork.inherited'), money(inherited.cost.amount, inherited.cost.currency)],
      [t('fork.ahead'), ahead.join(', ')],
      [t('fork.replies'), number(estimate.modelReplies)],
      [t('fork.estimate'), `${money(estimate.cost.amount, estimate.cost.currency)}${estimate.complete ? '' : ` (${t('fork.incomplete')})`}`],
      [t('cost.in'), number(estimate.usage.inputTokens)],
      [t('cost.out'), number(estimate.usage.outputTokens)],
    ])}
    ${openCalls.length ? html`<ul>${openCalls.map((call) => html`<li><code>${call.tool}</code> ${call.id}: ${term('fate', call.fate)}</li>`)}</ul>` : nothing}
    ${undoPlan ? html`<p class="notice">${t('fork.effects')} <a href=${`#/runs/${forkedFrom.run}/undo`}>${t('act.undo')}</a></p>` : nothing}`;
}
