// How much waits for a person: beside the inbox on every page, in the title of the browser's tab, and as a notification if a
// person wants that.
import { get } from './api.js';
import { t } from './i18n.js';
import { preference } from './preferences.js';
import { isLoggedIn } from './session.js';

const INTERVAL = 10_000;

/** How many runs waited when that was last known. */
let count;
let tell = () => {};

/** Returns how many runs wait for a person. */
export function waiting() {
  return isLoggedIn() ? (count ?? 0) : 0;
}

/** Asks from now on; `update` is called when the number has changed. */
export function watchInbox(update) {
  tell = update;
  setInterval(askInbox, INTERVAL);
  document.addEventListener('visibilitychange', askInbox);
}

/** Asks now, as after a login. What cannot be read stays as it was: the inbox itself says why. */
export async function askInbox() {
  if (!isLoggedIn()) {
    count = undefined;
  } else if (!document.hidden || notifies()) {
    const page = await get('approvals', { limit: 1 }).catch(() => undefined);
    take(page && Object.values(page.counts ?? {}).reduce((sum, each) => sum + each, 0));
  }
}

function take(now = count) {
  if (now > count && document.hidden && notifies()) {
    new Notification('Reprise', { body: t('inbox.notification', { count: now }), tag: 'inbox' });
  }
  if (now !== count) {
    count = now;
    tell();
  }
}

/** Whether this person wants notifications, and the browser shows them. */
export function notifies() {
  return preference('notify', false) && globalThis.Notification?.permission === 'granted';
}
