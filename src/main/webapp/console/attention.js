// How much waits for a person: beside the inbox on every page, in the title of the browser's tab, and as a notification if a
// person wants that.
import { get } from './api.js';
import { t } from './i18n.js';
import { preference } from './preferences.js';
import { isLoggedIn } from './session.js';

const INTERVAL = 10_000;

let count = 0;
let known = false;

/** Returns how many runs wait for a person. */
export function waiting() {
  return isLoggedIn() ? count : 0;
}

/** Begins to ask; `update` is called when the number has changed. */
export function watchInbox(update) {
  const ask = async () => {
    if (!isLoggedIn()) {
      known = false;
      return;
    }
    if (document.hidden && !notifies()) {
      return;
    }
    const { counts = {} } = await get('approvals', { limit: 1 }).catch(() => ({}));
    take(Object.values(counts).reduce((sum, each) => sum + each, 0), update);
  };
  setInterval(ask, INTERVAL);
  document.addEventListener('visibilitychange', ask);
  return ask();
}

function take(now, update) {
  if (known && now > count && document.hidden && notifies()) {
    new Notification('Reprise', { body: t('inbox.notification', { count: now }), tag: 'inbox' });
  }
  known = true;
  if (now !== count) {
    count = now;
    update();
  }
}

/** Whether this person wants notifications, and the browser shows them. */
export function notifies() {
  return preference('notify', false) && globalThis.Notification?.permission === 'granted';
}
