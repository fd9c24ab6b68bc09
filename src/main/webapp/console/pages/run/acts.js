// What a person can do to a run, by its status and the person's roles. The server decides; this leaves out what it would refuse.
import { html, nothing } from '../../html.js';
import { getTagged, post, remove } from '../../api.js';
import { money, number } from '../../format.js';
import { t } from '../../i18n.js';
import { go } from '../../router.js';
import { caller, hasRole } from '../../session.js';
import { openAct, openDialog, reasonField } from '../../parts/dialog.js';
import { ENDED } from '../../parts/status.js';
import { limitView, raise } from '../../parts/limit.js';
import { problemView } from '../../parts/problem.js';
import { openFork } from './fork.js';
import { openMigration } from './migrate.js';
import { openUndo } from './undo.js';

const ACTIVE = ['QUEUED', 'RUNNING', 'WAITING'];

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
    ${mayContinue(run) && (is('PAUSED') || (is('WAITING') && run.waitingFor === 'loop')) ? button('act.resume', () => resume(model, run)) : nothing}
    ${directs && is('FAILED', 'DEAD_LETTER') ? button('act.retry', () => simple(model, run, 'retry')) : nothing}
    ${directs && !is('COMPLETED', 'CANCELLED') ? button('act.steer', () => steer(model, run)) : nothing}
    ${directs && !is('COMPLETED', 'CANCELLED') ? button('act.cancel', () => simple(model, run, 'cancel', true), 'danger') : nothing}
    ${mayContinue(run) ? button('act.fork', () => openFork(run)) : nothing}
    ${operates && !is('COMPLETED', 'CANCELLED') ? button('act.migrate', () => openMigration(model, run)) : nothing}
    ${operates && is(...ENDED) ? button('act.undo', () => openUndo(run)) : nothing}
    ${run.forkedFrom ? button('act.compare', () => go('/compare', { left: run.forkedFrom.run, right: run.id })) : nothing}
    ${hasRole('admin') && is(...ENDED) ? button('act.erase', () => erase(model, run), 'danger') : nothing}`;
}

/**
 * Buttons of acts on a run of which only an entry in a list is there; the run is read before an act on it is asked about.
 *
 * @param words of `resume`, `steer`, `migrate` and `cancel`
 */
export function actsOn({ run: id, submittedBy, waitingFor }, words, done) {
  const operates = hasRole('operator', 'admin');
  const directs = mayDirect({ submittedBy });
  const may = { resume: operates || (directs && waitingFor !== 'budget'), steer: directs, migrate: operates, cancel: directs };
  const acts = { resume, steer, migrate: openMigration, cancel: (model, run) => simple(model, run, 'cancel', true) };
  const open = async (word) => {
    try {
      const value = await getTagged(`runs/${id}`);
      acts[word]({ run: { value }, reload: done }, value.value);
    } catch (fault) {
      openDialog(t(`act.${word}`), (close) => html`${problemView(fault)}<div class="acts"><button type="button" @click=${close}>${t('dialog.close')}</button></div>`);
    }
  };
  return words.filter((word) => may[word]).map((word) => button(`act.${word}`, () => open(word), word === 'cancel' ? 'danger' : ''));
}

function button(key, act, kind = '') {
  return html`<button type="button" class=${kind} @click=${act}>${t(key)}…</button>`;
}

/** An act on the run as it was seen: if somebody else has acted meanwhile, the server refuses it. */
function simple(model, run, act, reasonRequired = false) {
  const { etag } = model.run.value;
  openAct({
    title: t(`act.${act}`),
    draft: `${act} ${run.id}`,
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
  const reached = run.progress?.budget?.reached;
  const { member, least } = raise(reached);
  openAct({
    title: t('act.resume'),
    about: reached ? limitView(reached) : nothing,
    consequences: consequencesOf('resume', run),
    fields: [reasonField(), ...(hasRole('operator', 'admin') ? [{ name: 'limit', label: t(`act.resume.${member}`), kind: member === 'time' ? 'text' : 'number', value: least, hint: t('act.resume.usd.hint') }] : [])],
    confirm: t('act.resume.confirm'),
    run: ({ reason, limit }, key) => post(`runs/${run.id}:resume`, { reason: reason || undefined, ...(limit ? { budget: { [member]: member === 'time' ? limit : Number(limit) } } : {}) }, { etag, key }),
    done: model.reload,
    outdated: model.reload,
  });
}

function steer(model, run) {
  openAct({
    title: t('act.steer'),
    draft: `message ${run.id}`,
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
