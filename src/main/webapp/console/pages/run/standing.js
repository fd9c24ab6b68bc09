// The first line of a run: what it is doing, and if it does not move, why.
import { excerpt, instant, number, serverName } from '../../format.js';
import { has, t, term } from '../../i18n.js';
import { explained, failureText } from '../../parts/explanation.js';

/** Only a person ends these waits, and has until then; all others end by themselves at that time. */
const FOR_PEOPLE = ['approval', 'answer', 'reconciliation', 'loop', 'migration'];

/**
 * Returns the line, and whether a person or something else must happen first.
 *
 * @param latest its newest events
 * @param lostSince since when the server cannot be reached, in milliseconds, if it cannot
 */
export function standing(run, calls, latest, lostSince) {
  const known = reached(run, calls, latest);
  return lostSince ? { kind: 'bad', text: t('standing.lost', { since: instant(lostSince), known: known.text }) } : known;
}

function reached(run, calls, latest) {
  switch (run.status) {
    case 'QUEUED':
      return queued(run);
    case 'RUNNING':
      return running(run, latest);
    case 'WAITING':
      return { kind: 'stuck', text: waiting(run, calls, latest) };
    case 'PAUSED':
      return { kind: 'stuck', text: paused(latest) };
    default:
      return ended(run);
  }
}

function queued(run) {
  const place = run.queue;
  if (!place) {
    return { kind: '', text: t('standing.queued') };
  }
  const key = `standing.queued.${place.reason}`;
  const values = {
    ahead: number(place.ahead),
    until: place.until ? instant(place.until) : '',
    server: serverName(place.server),
    running: place.running ?? '',
    limit: place.limit ?? '',
    reason: place.reason,
  };
  return { kind: place.reason === 'starting' ? '' : 'stuck', text: t(has(key) ? key : 'standing.queued.other', values) };
}

function running(run, latest) {
  const server = serverName(run.holder?.server);
  const where = { server, phase: run.progress?.phase ?? '', iteration: run.progress?.iteration ?? '' };
  if (run.pauseRequested) {
    return { kind: '', text: t('standing.pausing', { by: run.pauseRequested.by }) };
  }
  if (run.holder && Date.parse(run.holder.leaseUntil) < Date.now()) {
    return { kind: 'stuck', text: t('standing.silent', { server, since: instant(run.holder.leaseUntil) }) };
  }
  const retry = latest.event;
  if (retry?.type === 'model.retrying' || retry?.type === 'tool-call.retrying') {
    return { kind: 'stuck', text: t('standing.retrying', { message: excerpt(retry.data.failure.message, 200), next: instant(retry.data.next) }) };
  }
  const open = latest.call;
  if (open) {
    return { kind: '', text: t('standing.calling', { ...where, tool: open.data.tool, call: open.data.callId, since: instant(open.at) }) };
  }
  return { kind: '', text: t(run.progress?.phase ? 'standing.thinking' : 'standing.running', where) };
}

function waiting(run, calls, latest) {
  const event = latest.waiting;
  const open = calls.filter((call) => call.status === 'WAITING' || call.status === 'UNKNOWN');
  const what = term('waitingFor', run.waitingFor);
  const until = event?.data.until ?? open.find((call) => call.until)?.until;
  const text = open.length > 0
    ? t('standing.waiting', { what, about: excerpt(open.map((call) => `${call.tool} (${call.id})`).join(', '), 300) })
    : t('standing.waitingBecause', { what, about: excerpt(explained(event?.data.explanation, event?.data.reason), 600) });
  const then = FOR_PEOPLE.includes(run.waitingFor) ? 'standing.until' : 'standing.goesOn';
  return until ? `${text} ${t(then, { until: instant(until) })}` : text;
}

function paused(latest) {
  const { by = '', reason = '', explanation, waitingFor } = latest.paused?.data ?? {};
  return waitingFor || explanation ? t('standing.pausedItself', { reason: explained(explanation, reason || waitingFor) }) : t('standing.paused', { by, reason });
}

function ended(run) {
  const outcome = run.progress?.outcome;
  if (run.status === 'COMPLETED') {
    return { kind: 'good', text: isPlain(outcome?.output) ? t('standing.completed', { output: outcome.output }) : t('standing.hasResult') };
  }
  if (run.status === 'CANCELLED') {
    return { kind: '', text: t('standing.cancelled', { by: outcome?.cancelledBy ?? '', reason: outcome?.reason ?? '' }) };
  }
  const failure = outcome?.failure;
  return { kind: 'bad', text: t(`standing.${run.status}`, { message: excerpt(failureText(failure ?? {}), 400), code: failure?.code ?? '' }) };
}

/** Whether a result is so short that the sentence says all of it. */
export function isPlain(output = '') {
  return output.length <= 120 && !/[\n*_`#[\]{|<]/.test(output);
}
