// The one place that names the template engine. Its directives that take markup (unsafeHTML and its like) are not even in the WAR.
// Whatever text a template takes, a reader sees all of it, also what is invisible by itself.
import { html as template, svg as picture } from './lib/lit-html.js';
import { visible } from './unseen.js';

export { render, nothing } from './lib/lit-html.js';
export { repeat } from './lib/directives/repeat.js';
export { guard } from './lib/directives/guard.js';
export { keyed } from './lib/directives/keyed.js';
export { live } from './lib/directives/live.js';
export { ifDefined } from './lib/directives/if-defined.js';
export { ref } from './lib/directives/ref.js';

export const html = (strings, ...values) => template(strings, ...seen(strings, values));
export const svg = (strings, ...values) => picture(strings, ...seen(strings, values));

const places = new WeakMap();

function seen(strings, values) {
  if (!places.has(strings)) {
    places.set(strings, values.map((value, at) => isText(strings.slice(0, at + 1).join(''))));
  }
  const isRead = places.get(strings);
  return values.map((value, at) => (isRead[at] ? shown(value) : value));
}

/** Whether what comes next is read: the content of an element, a title or a label, but no other attribute. */
function isText(before) {
  const tag = before.slice(before.lastIndexOf('<'));
  return tag.includes('>') || /\s(aria-label|title)="?$/.test(tag);
}

function shown(value) {
  if (Array.isArray(value)) {
    return value.map(shown);
  }
  return typeof value === 'string' ? visible(value) : value;
}
