// Fields of forms about acts: texts, numbers, choices, and a further yes.
import { html, ifDefined, live, nothing, ref } from '../html.js';
import { number } from '../format.js';
import { t } from '../i18n.js';

/**
 * Draws a field.
 *
 * @param field `{name, label, kind, value, options, required, hint, rows}`; kind is text, textarea, code, number, checkbox, select or
 *   choice. Of a text `suggestions(values)` are names to choose from
 * @param values what is in the fields, by their names; typing changes it
 * @param typed called after each change
 */
export function fieldView(field, values, typed = () => {}) {
  const set = (event) => {
    values[field.name] = field.kind === 'checkbox' ? event.target.checked : event.target.value;
    typed();
  };
  const { name, label, required, kind = 'text' } = field;
  const value = values[name] ?? '';
  const hint = field.hint ? html`<small>${field.hint}</small>` : nothing;
  switch (kind) {
    case 'select':
      return html`<label>${label}
        <select name=${name} @change=${set} ?required=${required}>
          ${field.options.map(([each, text]) => html`<option value=${each} ?selected=${each === value}>${text}</option>`)}
        </select>${hint}</label>`;
    case 'choice':
      return html`<fieldset class="choice-of"><legend>${label}</legend>
        ${field.options.map(([each, text]) => html`<label><input type="radio" name=${name} value=${each} ?required=${required} .checked=${live(each === value)} @change=${set} /> <span>${text}</span></label>`)}
        ${hint}</fieldset>`;
    case 'textarea':
      return html`<label>${label}
        <textarea name=${name} rows=${ifDefined(field.rows)} @input=${set} ?required=${required} .value=${value}></textarea>${hint}</label>`;
    case 'code':
      return html`<label>${label}
        <textarea name=${name} class="code" rows=${rowsOf(field.value ?? '')} spellcheck="false" @input=${set} ?required=${required} .value=${value} ${ref(toBeginning)}></textarea>${hint}</label>`;
    case 'checkbox':
      return html`<label><span><input type="checkbox" name=${name} @change=${set} ?required=${required} .checked=${Boolean(value)} /> ${label}</span>${hint}</label>`;
    default:
      return html`<label>${label}
        <input name=${name} type=${kind} step="any" list=${ifDefined(field.suggestions && `${name}-names`)} @input=${set} ?required=${required} .value=${value} />${hint}
        ${field.suggestions ? html`<datalist id=${`${name}-names`}>${field.suggestions(values).map((each) => html`<option value=${each}></option>`)}</datalist>` : nothing}</label>`;
  }
}

/** Whether a field holds what a person types. */
export function isText({ kind = 'text' }) {
  return ['text', 'textarea', 'code'].includes(kind);
}

/** A short code, such as an empty input, has a small area. */
function rowsOf(text) {
  const lines = text.split('\n').length;
  return lines === 1 ? 6 : Math.min(Math.max(lines + 1, 20), 40);
}

function toBeginning(area) {
  area?.setSelectionRange(0, 0);
}

/** A field for the reason of an act, which goes into the record. */
export function reasonField(required = false) {
  return { name: 'reason', label: required ? t('act.reason') : t('act.reason.optional'), kind: 'textarea', required, hint: t('act.reason.hint') };
}

/** A person who decides about more than was opened says so first. */
export function unopenedView(count, required = true) {
  return count === 0 ? nothing : html`<label class="notice"><span><input type="checkbox" name="unopened" ?required=${required} /> ${t('dialog.unopened', { count: number(count) })}</span></label>`;
}
