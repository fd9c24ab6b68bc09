// Numbers, times and durations, in the language of the interface.
import { html, nothing } from './html.js';
import { locale, t } from './i18n.js';
import { preference } from './preferences.js';

export { money } from './money.js';

export function number(value) {
  return value === undefined ? '' : new Intl.NumberFormat(locale()).format(value);
}

/** A duration in ISO 8601, as others are written: `PT1H30M` is 1 h 30 min. */
export function duration(text) {
  const [whole, days = 0, hours = 0, minutes = 0, seconds = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text ?? '') ?? [];
  return whole ? millis((((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000) : (text ?? '');
}

export function bytes(value) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(size)} ${units[unit]}`;
}

const FORMS = {
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  precise: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
  minute: { hour: '2-digit', minute: '2-digit' },
  hour: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
};

/** A moment in one of these forms; days are those of UTC, as the statistics have them. */
export function instant(at, form = 'full') {
  const utc = form === 'day' || preference('utc', false);
  const text = new Intl.DateTimeFormat(locale(), utc ? { ...FORMS[form], timeZone: 'UTC' } : FORMS[form]).format(new Date(at));
  return utc && form !== 'day' ? `${text} UTC` : text;
}

/** A moment: local time with UTC as its title, or the other way round. */
export function time(at, withDate = true) {
  return at ? html`<time datetime=${at} title=${new Date(at).toISOString()}>${instant(at, withDate ? 'full' : 'precise')}</time>` : nothing;
}

/** How long something took, in at most two units. */
export function millis(value) {
  if (value < 1000) {
    return `${Math.round(value)} ms`;
  }
  const seconds = value / 1000;
  if (seconds < 60) {
    return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(seconds)} s`;
  }
  const whole = Math.round(seconds);
  if (whole < 3600) {
    return units(Math.floor(whole / 60), 'min', whole % 60, 's');
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 48 * 60
    ? units(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
    : units(Math.floor(minutes / 1440), t('format.d'), Math.floor((minutes % 1440) / 60), 'h');
}

function units(many, unit, few, smaller) {
  return few > 0 ? `${many} ${unit} ${few} ${smaller}` : `${many} ${unit}`;
}

/** The same in one unit, for distances that change while they are read. */
function rough(value) {
  return value < 59_500 ? `${Math.round(value / 1000)} s` : millis(value).replace(/^(\S+ \S+) .*$/, '$1');
}

/** How long ago or how far ahead a moment is. */
export function distance(at) {
  const difference = Date.now() - Date.parse(at);
  return difference >= 0 ? t('format.ago', { time: rough(difference) }) : t('format.ahead', { time: rough(-difference) });
}

export function json(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function shortId(id) {
  return id.slice(0, 8);
}

/** The name of a server without its directory: the host, the name, and which of its starts. */
export function serverName(server = '') {
  const [place, start] = server.split('#');
  const host = place.split('/')[0];
  const name = place.slice(place.lastIndexOf('/') + 1);
  return `${host}/${name}${start ? `#${start.slice(0, 8)}` : ''}`;
}

export function excerpt(text, length) {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
