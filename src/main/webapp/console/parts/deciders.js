// Who may decide about a call, by the rule that the server holds people to.
import { t } from '../i18n.js';
import { caller } from '../session.js';

export function inWords({ role, only, notBy, peopleOnly }) {
  return [
    role && t('call.role', { role }),
    only && t('call.only', { name: only }),
    notBy.length > 0 && t('call.notBy', { name: notBy.join(', ') }),
    peopleOnly && t('call.peopleOnly'),
  ].filter(Boolean).join(', ');
}

/** Anybody who may decide can deny a call or pass it on, but not everybody can let it go on. */
export function mayAllow({ only, notBy, peopleOnly }) {
  const { name } = caller();
  return (only === undefined || only === name) && !notBy.includes(name) && !(peopleOnly && name.startsWith('api-key:'));
}
