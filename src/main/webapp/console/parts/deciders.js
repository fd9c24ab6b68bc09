// Who may decide about a call, by the rule that the server holds people to.
import { t } from '../i18n.js';
import { caller } from '../session.js';

export function inWords({ role, only, notBy }) {
  return [role && t('call.role', { role }), only && t('call.only', { name: only }), notBy && t('call.notBy', { name: notBy })].filter(Boolean).join(', ');
}

/** Anybody who may decide can deny a call or pass it on, but not everybody can let it go on. */
export function mayAllow({ only, notBy }) {
  const { name } = caller();
  return (only === undefined || only === name) && notBy !== name;
}
