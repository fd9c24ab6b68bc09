// That a tool or an agent is switched off now, and by whom.
import { html, nothing } from '../html.js';
import { instant } from '../format.js';
import { t } from '../i18n.js';

/** For lists: a word, whose title says more. */
export function offMark(off) {
  return off ? html`<span class="status s-OPEN" title=${offText(off)}>${t('off.mark')}</span>` : nothing;
}

/** For pages: who has done it, and why. */
export function offNotice(off) {
  return off ? html`<p class="notice">${offText(off)} <a href="#/kill-switches">${t('kill-switches.title')}</a></p>` : nothing;
}

export function offText({ by, since, reason }) {
  return t('off.text', { by, since: instant(since), reason });
}
