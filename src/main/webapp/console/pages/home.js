import { html } from '../html.js';
import { t } from '../i18n.js';

export function open() {
  return { title: () => t('home.title'), view: () => html`<h1>${t('home.title')}</h1>` };
}
