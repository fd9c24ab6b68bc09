// What surrounds each page: navigation, who is logged in, and how things are shown.
import { html } from './html.js';
import { LANGUAGES, language, t } from './i18n.js';
import { location } from './router.js';
import { prefer, preference } from './preferences.js';
import { caller, logOut } from './session.js';

const AREAS = [
  ['work', [['', 'home'], ['inbox', 'inbox'], ['runs', 'runs'], ['batches', 'batches'], ['schedules', 'schedules']]],
  ['build', [['agents', 'agents'], ['tools', 'tools'], ['artifacts', 'artifacts']]],
  [
    'operate',
    [
      ['budgets', 'budgets'],
      ['breakers', 'breakers'],
      ['servers', 'servers'],
      ['kill-switches', 'kill-switches'],
      ['bulk', 'bulk'],
      ['retention', 'retention'],
      ['audit', 'audit'],
      ['configuration', 'configuration'],
    ],
  ],
];

function navigation() {
  const [here = ''] = location().parts;
  return html`<nav aria-label=${t('nav.label')}>
    ${AREAS.map(
      ([area, pages]) => html`<h2>${t(`nav.${area}`)}</h2>
        <ul>
          ${pages.map(
            ([path, name]) => html`<li>
              <a href="#/${path}" aria-current=${path === here ? 'page' : 'false'}>${t(`${name}.title`)}</a>
            </li>`,
          )}
        </ul>`,
    )}
  </nav>`;
}

function choice(name, label, options, byDefault) {
  const chosen = preference(name, byDefault);
  return html`<label class="choice"
    ><span>${label}</span>
    <select @change=${(event) => prefer(name, JSON.parse(event.target.value))}>
      ${options.map(
        ([value, text]) => html`<option value=${JSON.stringify(value)} ?selected=${value === chosen}>${text}</option>`,
      )}
    </select></label
  >`;
}

export function layout(page) {
  const who = caller();
  return html`<a class="skip" href="#main" @click=${skip}>${t('layout.skip')}</a>
    <header class="top">
      <a class="brand" href="#/">Reprise</a>
      <div class="who">
        ${choice('language', t('layout.language'), LANGUAGES.map((each) => [each, each.toUpperCase()]), language())}
        ${choice('theme', t('layout.theme'), ['system', 'light', 'dark'].map((each) => [each, t(`theme.${each}`)]), 'system')}
        ${choice('utc', t('layout.times'), [[false, t('times.local')], [true, 'UTC']], false)}
        <span class="name" title=${who.roles.join(', ')}>${who.name}<small>${who.tenant}</small></span>
        <button type="button" @click=${logOut}>${t('layout.logout')}</button>
      </div>
    </header>
    <div class="frame">
      ${navigation()}
      <main id="main" tabindex="-1">${page.view()}</main>
    </div>`;
}

/** The address after the # names the page, so the link may not change it. */
function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}
