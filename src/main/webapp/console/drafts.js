// What a person has typed and not sent yet. It is kept in this tab until it is sent or thrown away, or the person logs out:
// a reload, the way back, or the end of a login loses nothing. Each person has drafts of their own.
import { caller } from './session.js';

const PREFIX = 'reprise.draft.';

/** Returns the draft of something that is written on a page. */
export function draftOf(name) {
  const { tenant, name: person } = caller();
  const key = PREFIX + JSON.stringify([tenant, person, name]);
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key)) ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // The draft then holds until the page is left, which asks before.
      }
    },
    remove() {
      sessionStorage.removeItem(key);
    },
  };
}

/** Throws away the drafts of all who have worked in this tab. */
export function forgetDrafts() {
  Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX)).forEach((key) => sessionStorage.removeItem(key));
}
