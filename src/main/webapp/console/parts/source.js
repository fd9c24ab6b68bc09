// Something that a page reads from the API: it is loading, there, or failed.
import { html } from '../html.js';
import { t } from '../i18n.js';
import { problemView } from './problem.js';

/**
 * Reads something and tells the page when it is there. Reading again keeps what is shown until the answer comes, and an
 * answer that is overtaken by a later one is dropped.
 */
export function source(read, update) {
  let turn = 0;
  const self = {
    value: undefined,
    fault: undefined,
    async load() {
      const mine = ++turn;
      try {
        const value = await read();
        if (mine === turn) {
          self.value = value;
          self.fault = undefined;
        }
      } catch (fault) {
        if (mine === turn) {
          self.fault = fault;
        }
      }
      update();
      return self.value;
    },
    /** Shows the value, or why there is none. */
    view(show) {
      if (self.fault && self.value === undefined) {
        return problemView(self.fault);
      }
      if (self.value === undefined) {
        return loading();
      }
      return html`${self.fault ? problemView(self.fault) : ''} ${show(self.value)}`;
    },
  };
  self.load();
  return self;
}

/** Reads again every so many seconds while the page is visible. */
export function poll(seconds, ...sources) {
  const timer = setInterval(() => {
    if (!document.hidden) {
      sources.forEach((each) => each.load());
    }
  }, seconds * 1000);
  return () => clearInterval(timer);
}

/** Says that what belongs here is on its way. */
export function loading() {
  return html`<p class="loading" role="status">${t('source.loading')}</p>`;
}
