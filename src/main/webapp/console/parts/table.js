// Tables, lists of facts, and what is shown where there is nothing.
import { html, nothing, repeat } from '../html.js';
import { number } from '../format.js';
import { t } from '../i18n.js';

/**
 * @param caption what the table is about, for everybody who does not see it
 * @param columns `[heading, row => content, class?]` each
 */
export function table(caption, columns, rows, key = (row) => row.id ?? row.name ?? row) {
  return html`<div class="scroll rows" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>
          ${columns.map(([heading, , kind]) => html`<th scope="col" class=${kind ?? ''}>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${repeat(rows, key, (row) => html`<tr>
          ${columns.map(([heading, content, kind]) => html`<td class=${kind ?? ''} data-heading=${typeof heading === 'string' ? heading : ''}>${content(row)}</td>`)}
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** Facts with their names; those without a value are left out. */
export function facts(pairs) {
  return html`<dl class="facts">
    ${pairs.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== nothing)
      .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** Says that there is nothing, and what to do next. */
export function empty(text, next) {
  return html`<div class="empty"><p>${text}</p>${next ? html`<p>${next}</p>` : nothing}</div>`;
}

/** Shows one more page of a list that has further ones, and says how many entries there are so far. */
export function more(list) {
  return list.value?.next
    ? html`<p><button type="button" @click=${list.more}>${t('table.more')}</button> <small role="status">${t('table.soFar', { count: number(list.value.items.length) })}</small></p>`
    : nothing;
}
