// One box that finds pages, agents and runs. `/` or Ctrl-K goes there from anywhere.
import { html, nothing, live } from './html.js';
import { get } from './api.js';
import { t } from './i18n.js';
import { go } from './router.js';
import { AREAS } from './areas.js';
import { meanings } from './meanings.js';

let words = '';
let chosen = 0;
let isOpen = false;
/** The agents of the tenant, once somebody looks for something. */
let agents = [];

function found() {
  const pages = AREAS.flatMap(([, each]) => each).map(([path, name]) => [path, t(`${name}.title`)]);
  return meanings(words, pages, agents);
}

function open([, , path, query]) {
  words = '';
  isOpen = false;
  document.getElementById('find')?.blur();
  go(path, query);
}

export function findView(update) {
  const list = isOpen ? found() : [];
  const type = (event) => {
    words = event.target.value;
    chosen = 0;
    isOpen = true;
    update();
  };
  const key = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && list.length > 0) {
      event.preventDefault();
      chosen = (chosen + step + list.length) % list.length;
      update();
    } else if (event.key === 'Escape') {
      isOpen = false;
      event.target.blur();
      update();
    } else if (event.key === 'Enter' && list[chosen]) {
      event.preventDefault();
      open(list[chosen]);
      update();
    }
  };
  const begin = async () => {
    isOpen = true;
    agents = await get('agents').then(({ items }) => items.map((agent) => agent.name), () => agents);
    update();
  };
  const end = () => setTimeout(() => {
    isOpen = false; // after a click on what was found
    update();
  }, 150);
  return html`<div class="find" role="search">
    <input id="find" type="search" role="combobox" autocomplete="off" spellcheck="false" maxlength="200" aria-label=${t('find.label')} placeholder=${t('find.placeholder')}
      aria-expanded=${String(list.length > 0)} aria-controls="found" aria-activedescendant=${list.length > 0 ? `found-${chosen}` : ''} aria-keyshortcuts="/ Control+K"
      .value=${live(words)} @input=${type} @keydown=${key} @focus=${begin} @blur=${end} />
    ${list.length === 0 ? nothing : html`<ul id="found" role="listbox" aria-label=${t('find.label')}>
      ${list.map((each, i) => html`<li id="found-${i}" role="option" aria-selected=${String(i === chosen)} @pointerdown=${() => open(each)}><small>${t(`find.kind.${each[1]}`)}</small> ${each[0]}</li>`)}
    </ul>`}
  </div>`;
}
