// What a person can do to a run, by its status and the person's roles. The server decides; this leaves out what it would refuse.
import { html, nothing } from '../../html.js';
import { post, remove } from '../../api.js';
import { money, number } from '../../format.js';
import { t } from '../../i18n.js';
import { go } from '../../router.js';
import { caller, hasRole } from '../../session.js';
import { openAct, reasonField } from '../../parts/dialog.js';
import { openFork } from './fork.js';
import { openMigration } from './migrate.js';
import { openUndo } from './undo.js';

const ACTIVE = ['QUEUED', 'RUNNING', 'WAITING'];
const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED', 'DEAD_LETTER'];

function mayDirect(run) {
  return hasRole('operator', 'admin') || (hasRole('submitter') && run.submittedBy === caller().name);
}

/** Whether the caller may let the run continue, by itself or as a fork. */
export function mayContinue(run) {
  return mayDirect(run) && (run.mayResume !== 'operator' || hasRole('operator', 'admin'));
}

export function actsView(model, run) {
  const directs = mayDirect(run);
  const operates = hasRole('operator', 'admin');
  const is = (...statuses) => statuses.includes(run.status);
  return html`${directs && is(...ACTIVE) ? button('act.pause', () => simple(model, run, 'pause')) : nothing}
    ${mayContinue(run) && is('PAUSED') ? button('act.resume', () => resume(model, run)) : nothing}
    ${directs && is('FAILED', 'DEAD_LETTER') ? button('act.retry', () => simple(model, run, 'retry')) : nothing}
    ${directs && !is('COMPLETED', 'CANCELLED') ? button('act.steer', () => steer(model, run)) : nothing}
    ${directs && !is('COMPLETED', 'CANCELLED') ? button('act.cancel', () => simple(model, run, 'cancel', true), 'danger') : nothing}
    ${mayContinue(run) ? button('act.fork', () => openFork(run)) : nothing}
    ${operates && !is('COMPLETED', 'CANCELLED') ? button('act.migrate', () => openMigration(model, run)) : nothing}
    ${operates && is(...ENDED) ? button('act.undo', () => openUndo(run)) : nothing}
    ${run.forkedFrom ? button('act.compare', () => go('/compare', { left: run.forkedFrom.run, right: run.id })) : nothing}
    ${hasRole('admin') && is(...ENDED) ? button('act.erase', () => erase(model, run), 'danger') : nothing}`;
}

function button(key, act, kind = '') {
  return html`<button type="button" class=${kind} @click=${act}>${t(key)}…</button>`;
}

/** An act on the run as it was seen: if somebody else has acted meanwhile, the server refuses it. */
function simple(model, run, act, reasonRequired = false) {
  const { etag } = model.run.value;
  openAct({
    title: t(`act.${act}`),
    about: html`<p><b>${run.agent}</b> <code>${run.id}</code></p>`,
    consequences: consequencesOf(act, run),
    fields: [reasonField(reasonRequired)],
    danger: act === 'cancel',
    confirm: t(`act.${act}.confirm`),
    run: ({ reason }, key) => post(`runs/${run.id}:${act}`, { reason: reason || undefined }, { etag, key }),
    done: model.reload,
    outdated: model.reload,
  });
}

function consequencesOf(act, run) {
  const spent = run.progress ? t('act.spent', { usd: money(run.progress.cost.amount), tokens: number(run.progress.usage.inputTokens + run.progress.usage.outputTokens) }) : '';
  return [t(`act.${act}.consequence`), spent];
}

function resume(model, run) {
  const { etag } = model.run.value;
  openAct({
    title: t('act.resume'),
    consequences: consequencesOf('resume', run),
    fields: [reasonField(), ...(hasRole('operator', 'admin') ? [{ name: 'usd', label: t('act.resume.usd'), kind: 'number', hint: t('act.resume.usd.hint') }] : [])],
    confirm: t('act.resume.confirm'),
    run: ({ reason, usd }, key) => post(`runs/${run.id}:resume`, { reason: reason || undefined, ...(usd ? { budget: { usd: Number(usd) } } : {}) }, { etag, key }),
    done: model.reload,
    outdated: model.reload,
  });
}

function steer(model, run) {
  openAct({
    title: t('act.steer'),
    consequences: [t('act.steer.consequence')],
    fields: [{ name: 'message', label: t('act.steer.message'), kind: 'textarea', required: true }, reasonField()],
    confirm: t('act.steer.confirm'),
    run: ({ message, reason }, key) => post(`runs/${run.id}:steer`, { message, reason: reason || undefined }, { key }),
    done: model.reload,
  });
}

function erase(model, run) {
  const { etag } = model.run.value;
  openAct({
    title: t('act.erase'),
    consequences: [t('act.erase.consequence', { events: number(run.lastSequence) })],
    danger: true,
    confirm: t('act.erase.confirm'),
    run: () => remove(`runs/${run.id}`, { etag }),
    done: () => go('/runs'),
    outdated: model.reload,
  });
}
