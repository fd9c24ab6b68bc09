// What a person has chosen in this browser: language, theme, times, columns, views. Nothing secret.
const PREFIX = 'reprise.';
const listeners = new Set();

export function preference(name, byDefault) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? byDefault : JSON.parse(text);
  } catch {
    return byDefault; // storage is switched off, or holds something else
  }
}

export function prefer(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The choice then holds until the page is left.
  }
  listeners.forEach((listener) => listener(name, value));
}

export function onPreference(listener) {
  listeners.add(listener);
}

/** Applies the density of lists, and the theme: "light", "dark", or "system". */
export function applyTheme() {
  document.documentElement.dataset.density = preference('density', 'compact');
  const theme = preference('theme', 'system');
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}
