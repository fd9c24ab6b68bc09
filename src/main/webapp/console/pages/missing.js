import { html } from '../html.js';
import { t } from '../i18n.js';

export function open() {
  return {
    title: () => t('missing.title'),
    view: () => html`<h1>${t('missing.title')}</h1>
      <p>${t('missing.text')} <a href="#/">${t('home.title')}</a></p>`,
  };
}
