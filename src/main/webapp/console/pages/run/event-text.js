// What an event tells, in a line.
import { excerpt, instant, serverName } from '../../format.js';
import { has, t, term } from '../../i18n.js';
import { explained, failureText } from '../../parts/explanation.js';
import { limitText } from '../../parts/limit.js';

const LENGTH = 200;

/** @param {{type: string, data?: any}} event */
export function summaryOf({ type, data = {} }) {
  const key = data.explanation && type === 'run.paused' ? 'event.run.pausedItself' : `event.${type}`;
  if (type === 'budget.reached' && data.crossing) {
    return limitText(data.crossing);
  }
  const failure = data.failure ?? data.warning;
  const values = {
    ...data,
    server: serverName(data.server),
    failure: failure ? `${failureText(failure)} (${failure.code})` : '',
    what: data.waitingFor ? term('waitingFor', data.waitingFor) : '',
    reply: reply(data),
    verdict: data.approved === undefined ? (data.verdict ? term('verdict', data.verdict) : '') : t(data.approved ? 'event.approved' : 'event.denied'),
    reason: explained(data.explanation, data.reason ?? ''),
    until: (data.until ?? data.next) ? instant(data.until ?? data.next) : '',
    text: data.text ?? data.content ?? data.output ?? data.answer ?? data.question ?? data.evidence ?? data.message ?? '',
  };
  return excerpt(has(key) ? t(key, values) : [data.callId, data.tool, values.failure, values.text].filter(Boolean).join(' · ') || type, LENGTH);
}

function reply({ blocks, text, calls }) {
  const said = text ?? (blocks ?? []).filter((block) => block.kind === 'text').map((block) => block.text).join(' ');
  const called = (calls ?? (blocks ?? []).filter((block) => block.kind === 'call')).map((call) => call.tool);
  return [said, called.length ? t('event.calls', { tools: called.join(', ') }) : ''].filter(Boolean).join(' · ');
}
