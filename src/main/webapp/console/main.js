// Starts the console: texts, login, pages.
import { html, render } from './html.js';
import { get } from './api.js';
import { forgetDrafts } from './drafts.js';
import { authorization, end, isLoggedIn, know, onChange, takeFromOtherTabs } from './session.js';
import { loadTexts, t } from './i18n.js';
import { applyTheme, onPreference } from './preferences.js';
import { find, location } from './router.js';
import { arrive, leave, settle } from './place.js';
import { fold, layout } from './layout.js';
import { askInbox, waiting, watchInbox } from './attention.js';
import { listenToKeys } from './keys.js';
import { visible } from './unseen.js';
import { loginPage } from './pages/login.js';
import { finishLogin } from './oidc.js';
import { closeDialogs, isTyped, leaveDialogs } from './parts/dialog.js';
import './pages/all.js';

const root = document.getElementById('console');
let page;
let pending = false;
let turn = 0;

/** Draws at most once a frame, however often it is called. */
function update() {
  if (!pending) {
    pending = true;
    requestAnimationFrame(draw);
  }
}

function draw() {
  pending = false;
  try {
    drawPage();
  } catch (fault) {
    console.error(fault);
    page.close?.();
    page = broken;
    drawPage();
  }
}

function drawPage() {
  if (page) {
    render(isLoggedIn() && !page.isLogin ? layout(page, update) : page.view(), root);
    document.title = `${waiting() > 0 ? `(${waiting()}) ` : ''}${visible(page.title())} – Reprise`;
  }
}

/** In the place of a page that cannot be drawn, because of what it was to show: the others can be. */
const broken = {
  title: () => t('broken.title'),
  view: () => html`<h1>${t('broken.title')}</h1>
    <p>${t('broken.text')}</p>
    <div class="acts"><button type="button" class="primary" @click=${() => window.location.reload()}>${t('table.reload')}</button></div>`,
};

/** In the place of a page whose files are not there: the server is gone, or has another version by now. */
const unloaded = {
  open: () => ({
    title: () => t('unloaded.title'),
    view: () => html`<h1>${t('unloaded.title')}</h1>
      <p>${t('unloaded.text')}</p>
      <div class="acts"><button type="button" class="primary" @click=${() => window.location.reload()}>${t('table.reload')}</button></div>`,
  }),
};

async function open() {
  const mine = ++turn;
  const here = location();
  if (!isLoggedIn()) {
    closeDialogs();
    show(loginPage({ update, entered: open }));
    return;
  }
  askInbox();
  root.setAttribute('aria-busy', 'true'); // the page before is still shown
  const found = find(here.parts);
  const module = await (found ? found.load() : import('./pages/missing.js')).catch(() => unloaded);
  if (mine !== turn) {
    return; // another page was chosen meanwhile
  }
  arrive();
  show(module.open({ params: found?.params ?? {}, query: here.query, update }));
  settle(page.hasTarget?.());
  document.getElementById('main')?.focus({ preventScroll: true });
}

function show(next) {
  page?.close?.();
  page = next;
  root.removeAttribute('aria-busy');
  draw();
}

/** Where the person stays, because a dialog or the page asks before it is left. */
let staying;

window.addEventListener('hashchange', ({ oldURL, newURL }) => {
  const back = new URL(oldURL).hash;
  if (staying === window.location.hash) {
    staying = undefined; // this is the way back to it
    return;
  }
  if (!leaveDialogs() || page?.stays?.(new URL(newURL).hash)) {
    staying = back;
    window.location.hash = back;
    return;
  }
  leave();
  fold();
  if (page?.moved?.(location())) {
    arrive();
    settle(page.hasTarget?.());
    turn += 1; // a page that is still being loaded is no longer wanted
    root.removeAttribute('aria-busy');
    update();
  } else {
    open();
  }
});
window.addEventListener('beforeunload', (event) => {
  if (isTyped() || page?.isChanged?.()) {
    event.preventDefault();
  }
});
onPreference(async (name) => {
  if (name === 'language') {
    await loadTexts();
  }
  applyTheme();
  update();
});

applyTheme();
await Promise.all([loadTexts(), finishLogin()]);
if (authorization() && !isLoggedIn()) {
  await get('caller').then(know, end); // the identity provider has sent the browser back
}
await takeFromOtherTabs();
onChange((change) => {
  if (change === 'logout') {
    forgetDrafts();
  }
  if (isLoggedIn() || !page.isLogin) {
    open();
  }
});
listenToKeys();
watchInbox(update);
open();
