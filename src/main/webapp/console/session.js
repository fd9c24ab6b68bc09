// Who is logged in. The login is sent with each request by the page itself. It is kept for this tab, and tabs of the same
// browser tell it each other: a new tab takes it from one that has it, and logging out in one ends it in all.
const KEY = 'reprise.session';

/** How long a new tab waits for another one. One that is slower is still listened to. */
const PATIENCE = 300;

const channel = new BroadcastChannel(`${KEY} ${new URL('.', document.baseURI).pathname}`);
const listeners = new Set();

let session = read();

/** A login that has ended here. A tab that has not noticed yet may still offer it. */
let refused;

channel.addEventListener('message', ({ data }) => {
  if (data.act === 'ask' && isLoggedIn()) {
    channel.postMessage({ act: 'answer', session });
  } else if (data.act === 'logout') {
    if (isLoggedIn()) {
      drop();
    }
    refused = data.authorization;
    tell('logout');
  } else if ((data.act === 'login' || (data.act === 'answer' && data.session.authorization !== refused)) && !session) {
    keep(data.session);
    tell('login');
  }
});

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? null;
  } catch {
    return null;
  }
}

function keep(login) {
  session = login;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // The login then holds until the page is left.
  }
}

/**
 * Is called when the login changes by itself: `login` if another tab has told it, `ended` if the server does not accept it
 * any more, `logout` if the person has logged out, here or in another tab.
 */
export function onChange(listener) {
  listeners.add(listener);
}

function tell(change) {
  listeners.forEach((listener) => listener(change));
}

/** Takes the login of another tab, if one answers soon. */
export async function takeFromOtherTabs() {
  if (!session) {
    const taken = new Promise((resolve) => listeners.add(resolve));
    channel.postMessage({ act: 'ask' });
    await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }
}

export function authorization() {
  return session?.authorization;
}

/** Whether the server has accepted the login. */
export function isLoggedIn() {
  return Boolean(session?.caller);
}

export function caller() {
  return session?.caller ?? { name: '', tenant: '', roles: [] };
}

/** Whether the caller has one of these roles. The server checks again; this only leaves out what it would refuse. */
export function hasRole(...roles) {
  return caller().roles.some((role) => roles.includes(role.toLowerCase()));
}

export function begin(authorizationHeader) {
  session = { authorization: authorizationHeader };
}

export function know(who) {
  keep({ ...session, caller: who });
  channel.postMessage({ act: 'login', session });
}

/** Forgets a login that the server does not accept, or no longer. Another tab may have a newer one. */
export function end() {
  const known = isLoggedIn();
  drop();
  if (known) {
    tell('ended');
    channel.postMessage({ act: 'ask' });
  }
}

/** Logs out in all tabs. */
export function logOut() {
  channel.postMessage({ act: 'logout', authorization: authorization() });
  drop();
  tell('logout');
}

function drop() {
  refused = session?.authorization;
  session = null;
  sessionStorage.removeItem(KEY);
}

export function basic(name, password) {
  const pair = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...pair))}`;
}
