// The list of the inbox: what waits, by what is wanted, the longest waiting first; and what the list is about.
import { html, live, nothing, repeat } from '../../html.js';
import { distance, money, number, shortId } from '../../format.js';
import { t, term } from '../../i18n.js';
import { notifies } from '../../attention.js';
import { prefer } from '../../preferences.js';
import { link } from '../../router.js';
import { groups } from './entries.js';

/** Which entries are listed: all, or those of a person, or of one kind. */
export function filterView({ waitingFor, assignedTo }) {
  const choice = (to, isChosen, text) => html`<li><a href=${to} aria-current=${String(isChosen)}>${text}</a></li>`;
  return html`<ul class="choices" aria-label=${t('inbox.kinds')}>
    ${choice('#/inbox', !waitingFor && !assignedTo, t('runs.all'))}
    ${choice('#/inbox?mine=1', Boolean(assignedTo), t('inbox.mine'))}
    ${waitingFor ? choice(link('/inbox', { waitingFor }), true, term('waitingCount', waitingFor)) : nothing}
  </ul>`;
}

/** Asks the browser whether it may notify; it is asked only when the person wants that. */
export function notifyView() {
  if (!globalThis.Notification) {
    return nothing;
  }
  const set = async ({ target }) => {
    const isWanted = target.checked;
    const isAllowed = isWanted && (await Notification.requestPermission()) === 'granted';
    prefer('notify', isWanted && isAllowed);
  };
  return html`<label class="notify"><input type="checkbox" name="notify" .checked=${live(notifies())} @change=${set} />
    ${Notification.permission === 'denied' ? t('inbox.notify.denied') : t('inbox.notify')}</label>`;
}

/**
 * @param seen whether a person has opened an entry here
 * @param hasMore whether there are entries that are not loaded
 */
export function listView(entries, shown, seen, addressOf, hasMore) {
  return groups(entries).map(([kind, list]) => html`<h2 id=${`wanted-${kind}`}>${number(list.length)}${hasMore ? '+' : ''} ${t(`waitingCount.${kind}`, { count: list.length })}</h2>
    <ul class="list" aria-labelledby=${`wanted-${kind}`}>
      ${repeat(list, ({ key }) => key, (entry) => html`<li data-row><a href=${addressOf(entry)} data-run=${entry.run} aria-current=${String(entry.key === shown?.key)} class=${seen(entry) ? 'seen' : ''}>
        <span class="agent">${entry.agent} <code>${shortId(entry.run)}</code></span> <code class="what">${entry.what ?? nothing}</code>
        <span class="cost">${entry.cost ? money(entry.cost.amount, entry.cost.currency) : nothing}</span> <span class="age">${distance(entry.since)}</span>
        ${seen(entry) ? nothing : html`<span class="unseen">${t('inbox.unopened')}</span>`}
      </a></li>`)}
    </ul>`);
}
