// Acts of people: what an act does is shown before, a reason is asked for, and a refusal is shown in words.
import { html, nothing, render } from '../html.js';
import { draftOf } from '../drafts.js';
import { t } from '../i18n.js';
import { fieldView, isText, unopenedView } from './fields.js';
import { isOutdated, problemView } from './problem.js';
import { visible } from '../unseen.js';

export { reasonField } from './fields.js';

/** The dialogs that are open: how a person leaves each, and how it is closed without a question. */
const dialogs = new Map();

/** Closes all dialogs, but one in which something was typed asks before. Returns whether none is left. */
export function leaveDialogs() {
  [...dialogs.values()].forEach(({ leave }) => leave());
  return dialogs.size === 0;
}

/** Closes all dialogs at once; what was typed stays as a draft. */
export function closeDialogs() {
  [...dialogs.values()].forEach(({ close }) => close());
}

/** Whether something was typed in a dialog and not sent. */
export function isTyped() {
  return [...dialogs.keys()].some(holdsText);
}

function touched(dialog) {
  return [...dialog.querySelectorAll('[data-typed]')];
}

function holdsText(dialog) {
  return touched(dialog).some((field) => field.value.trim() !== '');
}

/**
 * Opens a dialog; `view(close)` draws its content. Returns how to draw it again. If a person closes it in which something
 * was typed, it asks before.
 *
 * @param thrownAway is called if the person does not want what was typed
 */
export function openDialog(title, view, thrownAway = () => {}) {
  const dialog = document.createElement('dialog');
  const back = document.activeElement;
  let asks = false;
  dialog.setAttribute('aria-label', visible(title));
  document.body.append(dialog);
  const close = () => {
    dialogs.delete(dialog); // the event comes later
    dialog.close();
  };
  const update = () => render(html`<h2>${title}</h2>${view(leave)} ${asks ? question() : nothing}`, dialog);
  const question = () => html`<div class="notice" role="alertdialog" aria-label=${t('dialog.unsent')}>
    <p>${t('dialog.unsent')}</p>
    <div class="acts"><button type="button" class="stay" @click=${stay}>${t('dialog.stay')}</button>
      <button type="button" class="danger" @click=${throwAway}>${t('dialog.throwAway')}</button></div>
  </div>`;

  function leave() {
    if (asks) {
      stay();
    } else if (holdsText(dialog)) {
      asks = true;
      update();
      dialog.querySelector('.stay').focus();
    } else if (touched(dialog).length > 0) {
      throwAway();
    } else {
      close();
    }
  }

  function stay() {
    asks = false;
    update();
    touched(dialog)[0].focus();
  }

  function throwAway() {
    thrownAway();
    close();
  }

  dialogs.set(dialog, { leave, close });
  dialog.addEventListener('input', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches('textarea, input[type=text]')) {
      target.dataset.typed = '';
    }
  });
  // A browser closes a dialog at the second Escape whatever the page says, but for the key itself.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && cancel(event));
  dialog.addEventListener('cancel', cancel);

  function cancel(event) {
    event.preventDefault();
    leave();
  }

  dialog.addEventListener('close', () => {
    dialog.remove();
    if (back?.isConnected) {
      back.focus();
    } else {
      document.getElementById('main')?.focus(); // what opened the dialog is gone, because the act was done
    }
  });
  update();
  dialog.showModal();
  return { update, close };
}

/**
 * Asks for what an act needs, and carries it out.
 *
 * @param {object} act
 * @param [act.title] what is done
 * @param [act.about] what will run, or what it is about; any content
 * @param [act.unopened] returns how many characters of that have not been opened here; the person says that it is known
 * @param [act.preview] draws what follows from the values, again whenever one changes
 * @param [act.consequences] what happens then, one sentence each
 * @param [act.fields] those of `fieldView`; a field is only there `when(values)`
 * @param [act.draft] under which name its texts are kept until they are sent or discarded; absent if they are not
 * @param [act.confirm] the word on the button
 * @param [act.danger] whether it cannot be taken back
 * @param [act.run] carries it out with the values and a key under which the request is carried out once
 * @param [act.success] says that it is done, if not in the usual words
 * @param [act.done] is called with the answer
 * @param [act.outdated] is called if what was shown no longer holds
 * @return how to draw it again
 */
export function openAct(act) {
  const key = crypto.randomUUID();
  const draft = act.draft && draftOf(act.draft);
  const values = { ...Object.fromEntries((act.fields ?? []).map((field) => [field.name, field.value ?? ''])), ...draft?.read() };
  const written = () => Object.fromEntries(act.fields.filter(isText).map(({ name }) => [name, values[name]]));
  let fault;
  let busy = false;
  const dialog = openDialog(act.title, (close) => html`<form @submit=${submit} @opened=${() => dialog.update()} @input=${() => draft?.keep(written())}>
    ${act.about ?? nothing}
    ${act.consequences?.length
      ? html`<ul class="consequences">${act.consequences.filter(Boolean).map((each) => html`<li>${each}</li>`)}</ul>`
      : nothing}
    ${(act.fields ?? []).filter((field) => !field.when || field.when(values)).map((field) => fieldView(field, values, () => act.preview && dialog.update()))}
    ${act.preview?.(values) ?? nothing} ${unopenedView(act.unopened?.() ?? 0)}
    <div role="alert">${fault ? problemView(fault) : nothing}</div>
    <div class="acts">
      <button class=${act.danger ? 'danger' : 'primary'} ?disabled=${busy}>${act.confirm ?? act.title}</button>
      <button type="button" @click=${close}>${t('dialog.cancel')}</button>
    </div>
  </form>`, () => draft?.remove());

  async function submit(event) {
    event.preventDefault();
    busy = true;
    fault = undefined;
    dialog.update();
    try {
      const answer = await act.run(values, key);
      draft?.remove();
      dialog.close();
      say(act.success ?? t('dialog.done', { act: act.title }));
      act.done?.(answer);
    } catch (problem) {
      busy = false;
      fault = problem;
      dialog.update();
      if (isOutdated(problem)) {
        act.outdated?.();
      }
    }
  }
  return dialog;
}

let timer;

/** Says briefly what was done, also to those who do not see it. */
/** Says that something is done. What is not must be read, so it stays until the next thing is said. */
export function say(text, stays = false) {
  let toast = document.getElementById('toast');
  if (!toast) {
    toast = document.createElement('div');
    toast.id = 'toast';
    toast.className = 'toast';
    toast.setAttribute('role', 'status');
    document.body.append(toast);
  }
  toast.textContent = visible(text);
  clearTimeout(timer);
  timer = stays ? undefined : setTimeout(() => { toast.textContent = ''; }, 8000);
}
