// Where a person was on a page: Back leads there again, and the address of an event or entry leads to it.

/** How long what comes late may move the place, if the person does nothing. */
const SETTLING = 10_000;
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** By entry of the browser's history, as long as the console is open. */
const places = new Map();
let here = { top: 0, lists: [] };
let lists = 0;
let stop = () => {};

history.scrollRestoration = 'manual';

/** Keeps the place of the page that is left. */
export function leave() {
  stop();
  here.top = window.scrollY;
}

/** Takes the place at the present address: the one that was left there, or the beginning. */
export function arrive() {
  const name = history.state?.place ?? crypto.randomUUID();
  history.replaceState({ ...history.state, place: name }, '');
  here = places.get(name) ?? { top: 0, lists: [] };
  places.set(name, here);
  lists = 0;
}

/** Returns `{count}`: how many pages of the next list of this page are shown. */
export function pagesShown() {
  return (here.lists[lists++] ??= { count: 1 });
}

/** Goes to where the person was, else to the target of the address, and again whenever late content moves it. */
export function settle(hasTarget) {
  stop();
  const { top } = here;
  window.scrollTo(0, top);
  if (top === 0 && !hasTarget) {
    return;
  }
  const goThere = () => {
    if (top > 0) {
      window.scrollTo(0, top);
    } else {
      document.querySelector('main .target')?.scrollIntoView({ block: 'start' });
    }
  };
  const observer = new ResizeObserver(goThere);
  const timer = setTimeout(() => stop(), SETTLING);
  stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    BY_HAND.forEach((each) => window.removeEventListener(each, stop));
    stop = () => {};
  };
  BY_HAND.forEach((each) => window.addEventListener(each, stop));
  observer.observe(document.getElementById('console')); // calls at once, after the next layout
}
