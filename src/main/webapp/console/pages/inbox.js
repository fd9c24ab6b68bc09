// Everything that waits for a person, in two panes: the list, and what is asked by the entry that is open.
import { html, nothing } from '../html.js';
import { get } from '../api.js';
import { t } from '../i18n.js';
import { link } from '../router.js';
import { caller } from '../session.js';
import { pages, poll, source } from '../parts/source.js';
import { empty, more } from '../parts/table.js';
import { alike, entriesOf, find, following, step } from './inbox/entries.js';
import { readItem } from './inbox/item.js';
import { filterView, listView, notifyView } from './inbox/list.js';
import { openedView } from './inbox/opened.js';

/** Where one pane fills the screen, an entry is opened by hand alone. */
const NARROW = window.matchMedia('(max-width: 52rem)');
const KEYS = [['a', 'act.approve'], ['d', 'act.deny'], ['e', 'act.edit'], ['w', 'act.answer'], ['r', 'act.resolve'], ['s', 'act.assign'], ['j', 'keys.next'], ['k', 'keys.previous']];
const STEPS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** What was opened while the console is open, each in the state in which it was. */
const opened = new Set();
const stateOf = ({ key, call }) => `${key} ${call?.digest}`;

export function open({ query, update }) {
  const filter = filterOf(query);
  const wants = (parameters) => (parameters.get('run') ? { run: parameters.get('run'), place: parameters.get('place') ?? undefined } : undefined);
  let wanted = wants(query);
  let entries = [];
  let shown;
  let around = []; // the entries among which it was, when it was last there
  let isOver = false;

  const inbox = pages((place) => get('approvals', { ...filter, limit: 50, ...place }), changed, (item) => item.run);
  const single = wanted && source(() => readItem(wanted.run), changed);
  const named = single ? [single] : [];
  const stop = poll(5, inbox, ...named);

  /** What is open stays when it waits no longer: nothing else may come under the hand of a person who is about to decide. */
  function changed() {
    const items = inbox.value?.items ?? [];
    const other = single?.value?.waits && !items.some(({ run }) => run === single.value.run) ? [single.value] : [];
    entries = entriesOf([...items, ...other]);
    const found = find(entries, wanted);
    isOver = Boolean(shown) && !found && Boolean(inbox.value);
    if (found) {
      take(found);
    } else if (!wanted && !NARROW.matches && entries.length > 0) {
      take(entries[0]);
    }
    update();
  }

  function take(entry) {
    shown = entry;
    around = entries;
    isOver = false;
    wanted = { run: entry.run, place: entry.place };
    opened.add(stateOf(entry));
  }

  const addressOf = ({ run, place }) => link('/inbox', { ...filterQuery(filter), run, place });

  /** Opens an entry in the place of the one before, or goes back to the list if there is none. */
  function show(entry) {
    if (entry) {
      take(entry);
    } else {
      [shown, wanted, isOver] = [undefined, undefined, false];
    }
    history.replaceState(history.state, '', entry ? addressOf(entry) : link('/inbox', filterQuery(filter)));
    update();
    requestAnimationFrame(() => {
      window.scrollTo(0, 0);
      (document.querySelector('.opened article.call') ?? document.getElementById('main')).focus({ preventScroll: true });
    });
  }

  async function goOn() {
    const before = around;
    const { key } = shown;
    await inbox.load();
    show(following(before, key, entries) ?? entries.find((entry) => entry.key !== key));
  }

  const after = { done: goOn, outdated: () => inbox.load(), passed: () => inbox.load() };

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.target.closest('input, textarea, select, pre, .decision')) {
      return;
    }
    const by = STEPS[event.key];
    const inList = event.target.closest('.list');
    if (by && entries.length > 0) {
      const next = step(entries, shown?.key, by);
      show(next);
      requestAnimationFrame(() => inList && document.querySelector('.waits a[aria-current=true]')?.focus());
      event.preventDefault();
    } else if (/** @type {any} */ (document.querySelector('.opened decision-form'))?.press(event.key)) {
      event.preventDefault();
    }
  }

  function others() {
    const same = shown.call ? alike(entries, shown) : [];
    return { opened: same.filter((entry) => opened.has(stateOf(entry))), unopened: same.filter((entry) => !opened.has(stateOf(entry))) };
  }

  function pane() {
    const back = html`<a class="back" href=${link('/inbox', filterQuery(filter))}>‹ ${t('inbox.back')}</a>`;
    if (shown) {
      return html`${back} ${openedView(shown, after, { isOver, others: others(), show: (entry) => (entry ? show(entry) : goOn()) })}`;
    }
    if (!single || !wanted) {
      return nothing;
    }
    return html`${back} ${single.view(() => (inbox.value ? html`<p class="notice">${t('inbox.notWaiting')} <a href=${link(`/runs/${wanted.run}`)}>${t('inbox.toRun')}</a></p>` : nothing))}`;
  }

  return {
    title: () => t('inbox.title'),
    close: stop,
    moved(here) {
      if (here.path !== '/inbox' || JSON.stringify(filterOf(here.query)) !== JSON.stringify(filter) || (wants(here.query) && !find(entries, wants(here.query)))) {
        return false;
      }
      wanted = wants(here.query);
      shown = undefined;
      changed();
      requestAnimationFrame(() => NARROW.matches && document.querySelector('.opened article.call')?.focus({ preventScroll: true }));
      return true;
    },
    view: () => html`<div class="inbox ${wanted ? 'one' : ''}" @keydown=${onKey}>
      <div class="waits">
        <header class="page"><h1>${t('inbox.title')}</h1> ${filterView(filter)}</header>
        ${inbox.view((page) => (entries.length === 0 && !page.next
          ? nothingView(filter)
          : html`${listView(entries, shown, (entry) => opened.has(stateOf(entry)), addressOf, Boolean(page.next))} ${more(inbox)}`))}
        ${notifyView()}
        <p class="keys-of">${KEYS.map(([key, act]) => html`<span><kbd>${key}</kbd> ${t(act)}</span> `)}</p>
      </div>
      <div class="opened">${pane()}</div>
    </div>`,
  };
}

function nothingView({ waitingFor, assignedTo }) {
  return waitingFor || assignedTo
    ? empty(t('inbox.emptyHere'), html`<a href="#/inbox">${t('inbox.back')}</a>`)
    : empty(t('inbox.empty'), html`<a href="#/runs">${t('inbox.empty.next')}</a>`);
}

function filterOf(query) {
  return { waitingFor: query.get('waitingFor') ?? undefined, assignedTo: query.get('mine') ? caller().name : undefined };
}

function filterQuery({ waitingFor, assignedTo }) {
  return { waitingFor, mine: assignedTo && 1 };
}
