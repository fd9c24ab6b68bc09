// The decisions about a call, beside what is asked: a reason, what needs a further yes, and buttons. What was typed is kept as a draft.
import { html, nothing, render } from '../html.js';
import { draftOf } from '../drafts.js';
import { t } from '../i18n.js';
import { consequences } from './decisions.js';
import { say } from './dialog.js';
import { fieldView, isText, unopenedView } from './fields.js';
import { isOutdated, problemView } from './problem.js';

/**
 * @param {object} of
 * @param [of.key] names what is decided about, in its present state
 * @param [of.decisions] those of `decisionsAbout`
 * @param {object} of.after
 * @param [of.after.done] called when a decision was accepted
 * @param [of.after.outdated] called with the fault when another person was first
 * @param [of.others] `{view, decide(name, values)}`: others that are decided about after it, if the person wants that; `decide` returns how many
 *   were, and of each other one why not
 * @param [of.late] what follows without a decision
 * @param [of.isOver] whether it no longer waits, so that only what became of a decision is shown
 */
export function decisionForm(of) {
  return html`<decision-form .of=${of}></decision-form>`;
}

class DecisionForm extends HTMLElement {
  once;

  set of(of) {
    if (of.key !== this.given?.key) {
      this.draft = draftOf(of.key);
      Object.assign(this, { values: this.draft.read() ?? {}, opened: undefined, chosen: undefined, fault: undefined, busy: false, once: crypto.randomUUID() });
    }
    this.given = of;
    this.draw();
  }

  connectedCallback() {
    this.closest('article').addEventListener('opened', () => this.draw()); // a part of a long text beside it was opened
  }

  /** The decisions that can be made at once: all, or the one that was opened. */
  get decisions() {
    const { decisions } = this.given;
    return this.opened ? decisions.filter(({ name }) => name === this.opened) : decisions;
  }

  /** Prepares the decision of a key, which Enter then makes. Returns whether there is one. */
  press(key) {
    const decision = this.given.isOver ? undefined : this.decisions.find((each) => each.key === key);
    if (decision?.open) {
      decision.open();
    } else if (decision?.isOpened) {
      this.open(decision);
    } else if (decision) {
      this.querySelector(decision.name === 'approve' ? 'button[value=approve]' : '[name]').focus();
    }
    return Boolean(decision);
  }

  open({ name }) {
    this.opened = name;
    this.draw();
    if (name === 'edit') {
      this.scrollIntoView();
    }
    this.querySelector('textarea').focus({ preventScroll: name === 'edit' });
  }

  /** Goes back to all decisions. What was typed stays. */
  back() {
    this.closest('article').focus(); // first: a field that has the focus tells of its change when it goes
    Object.assign(this, { opened: undefined, chosen: undefined, fault: undefined });
    this.draw();
  }

  draw() {
    render(this.given.isOver ? this.faultView() : this.content(), this);
  }

  content() {
    const { decisions } = this;
    const fields = new Map(decisions.flatMap(({ fields: all = [] }) => all).map((field) => [field.name, field]).reverse());
    const required = this.required();
    const shown = [...fields.values()].reverse().filter(({ name }) => this.opened || name !== 'arguments');
    const view = (field) => fieldView({ ...field, required: required.includes(field.name) }, { [field.name]: field.value, ...this.values }, undefined);
    const opened = this.opened && decisions[0];
    return html`<form class="decision ${this.isEditing() ? 'editing' : ''}" novalidate @submit=${(event) => this.submit(event)} @input=${(event) => this.typed(event)} @change=${(event) => this.typed(event)}
        @keydown=${(event) => this.onKey(event)}>
      ${shown.filter(({ isRare }) => !isRare).map(view)}
      ${shown.some(({ isRare }) => isRare) ? html`<details><summary>${t('decision.more')}</summary>${shown.filter(({ isRare }) => isRare).map(view)}</details>` : nothing}
      ${opened?.preview?.(this.values) ?? nothing}
      ${unopenedView(decisions.find((each) => each.unopened)?.unopened() ?? 0, required.includes('unopened'))}
      ${this.given.others && !this.isEditing() ? this.given.others.view : nothing}
      ${this.faultView()}
      <div class="acts">${decisions.map((decision) => this.button(decision))}
        ${opened ? html`<button type="button" @click=${() => this.back()}>${t('decision.back')} <kbd>Esc</kbd></button>` : nothing}</div>
      ${consequences(decisions.filter(({ name }) => this.opened || name !== 'edit'), this.given.late)}
    </form>`;
  }

  button({ name, label, key, isMain, isDanger, isOpened, open }) {
    const kind = isMain || (this.opened && !isDanger) ? 'primary' : isDanger ? 'danger' : '';
    const hint = html`${open || (name === 'edit' && !this.opened) ? '…' : ''} <kbd>${this.opened ? 'Ctrl Enter' : key}</kbd>`;
    if (open || (isOpened?.(this.values) && !this.opened)) {
      return html`<button type="button" class=${kind} aria-keyshortcuts=${key} @click=${() => this.press(key)}>${label}${hint}</button>`;
    }
    return html`<button name="decision" value=${name} class=${kind} aria-keyshortcuts=${key} ?disabled=${this.busy}>${label}${hint}</button>`;
  }

  faultView() {
    return html`<div role="alert">${this.fault ? problemView(this.fault) : nothing}</div>`;
  }

  isEditing() {
    return this.opened === 'edit';
  }

  required() {
    return [...(this.chosen?.fields ?? []).filter(({ required }) => required).map(({ name }) => name), ...(this.chosen?.unopened ? ['unopened'] : [])];
  }

  typed({ target }) {
    if (target.name) {
      this.values = { ...this.values, [target.name]: target.type === 'checkbox' ? target.checked : target.value };
      const texts = this.given.decisions.flatMap(({ fields = [] }) => fields).filter(isText).map(({ name }) => name);
      this.draft.keep(Object.fromEntries(Object.entries(this.values).filter(([name]) => texts.includes(name))));
      this.draw();
    }
  }

  /** Where there are several decisions, Ctrl-Enter would have to guess which one is meant. */
  onKey(event) {
    const only = this.decisions.filter(({ open }) => !open);
    if (event.key === 'Escape' && this.opened) {
      event.preventDefault();
      this.back();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (only.length === 1) {
        this.querySelector('form').requestSubmit(this.querySelector(`button[value=${only[0].name}]`));
      } else {
        this.querySelector('.acts button').focus();
      }
    }
  }

  async submit(event) {
    event.preventDefault();
    const form = event.target;
    this.chosen = this.decisions.find(({ name }) => name === event.submitter?.value);
    this.draw();
    if (!this.chosen || this.busy || !form.reportValidity()) {
      return;
    }
    const { given, chosen, values, draft } = this;
    Object.assign(this, { busy: true, fault: undefined });
    this.draw();
    try {
      const answer = await chosen.send(values, this.once);
      draft.remove();
      const { count, missed } = values.others ? await given.others.decide(chosen.name, values) : { count: 0, missed: [] };
      const done = values.others ? t('decision.doneWithOthers', { act: chosen.label, count: count + 1 }) : t('dialog.done', { act: chosen.label });
      say(missed.length > 0 ? t('decision.missed', { done, missed: missed.join(' · ') }) : done, missed.length > 0);
      given.after.done(answer);
    } catch (fault) {
      this.fault = fault;
      if (isOutdated(fault)) {
        given.after.outdated(fault);
      }
    } finally {
      this.busy = false;
      this.draw();
    }
  }
}

customElements.define('decision-form', DecisionForm);
