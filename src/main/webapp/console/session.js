// Who is logged in. The login is kept for this tab and until logging out, and is sent with each request by the page itself.
const KEY = 'reprise.session';

let session = read();

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? null;
  } catch {
    return null;
  }
}

export function authorization() {
  return session?.authorization;
}

export function isLoggedIn() {
  return isKnown();
}

/** Whether the server has accepted the login before. */
export function isKnown() {
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
  session = { ...session, caller: who };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // The login then holds until the page is left.
  }
}

export function end() {
  session = null;
  sessionStorage.removeItem(KEY);
}

export function basic(name, password) {
  const pair = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...pair))}`;
}
