// What the server says in English, in the language of the interface: by its code, where there is one.
import { excerpt, instant, millis, money, number } from '../format.js';
import { has, t, term } from '../i18n.js';

/**
 * In the unit of the limit that it is about; dollars if it is of another.
 *
 * @param {any} value
 * @param {{kind?: string, currency?: string, model?: string}} about
 */
function amount(value, { kind = 'USD', currency, model }) {
  if (value === undefined) {
    return model ? t('act.modelCall.unpriced', { model }) : t('act.modelCall.unknown');
  }
  if (kind.endsWith('USD')) {
    return money(Number(value), currency);
  }
  return kind.endsWith('TIME') ? millis(Number(value) * 1000) : number(Number(value));
}

/**
 * Returns what an explanation of the server says.
 *
 * @param explanation with a code and parameters; absent in what older servers wrote
 * @param sentence the same in English, for codes that are not known here
 */
export function explained(explanation, sentence = '') {
  const key = `explanation.${explanation?.code}`;
  if (!explanation || !has(key)) {
    return sentence;
  }
  const { parameters } = explanation;
  return t(key, {
    ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, excerpt(String(value), 300)])),
    ...(parameters.until && { until: instant(parameters.until) }),
    kind: term('limit', parameters.kind),
    needed: amount(parameters.needed, parameters),
    limit: amount(parameters.limit, { kind: parameters.kind }),
    spent: amount(parameters.spent, parameters),
  });
}

/** A failure in a line: what its code means, and what the server says of it. */
export function failureText({ code = '', message = '' }) {
  const key = `failure.${code}`;
  return has(key) ? `${t(key)}: ${message}` : message;
}
