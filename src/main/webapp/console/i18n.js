// Texts of the interface, from resource bundles. A text may have {name} for a value.
import { preference } from './preferences.js';

export const LANGUAGES = ['en', 'de'];

let texts = {};
let current = 'en';

export function language() {
  return current;
}

/** The language with the region that the browser is set to, for times, numbers and amounts. */
export function locale() {
  return navigator.languages.find((each) => each.slice(0, 2) === current) ?? current;
}

export async function loadTexts() {
  const wished = preference('language', (navigator.language || 'en').slice(0, 2));
  current = LANGUAGES.includes(wished) ? wished : 'en';
  const response = await fetch(new URL(`i18n/${current}.json`, import.meta.url), { credentials: 'omit' });
  texts = await response.json();
  document.documentElement.lang = current;
}

/** Returns a text with its values filled in; of one thing it may have a form of its own (`key.one`). */
export function t(key, values = {}) {
  const text = (String(values.count) === '1' && texts[`${key}.one`]) || (texts[key] ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Returns the word for a value of an enumeration, or the value itself if a later server has added it. */
export function term(kind, value) {
  return texts[`${kind}.${value}`] ?? String(value ?? '');
}

export function has(key) {
  return key in texts;
}
