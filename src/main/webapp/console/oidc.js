// The authorization code flow of OpenID Connect with PKCE (RFC 7636): a public client, whose proof is made for each login.
import { begin } from './session.js';

const PENDING = 'reprise.login';

let logins;

/** Returns which logins exist beside passwords and API keys. */
export async function knownLogins() {
  logins ??= await (await fetch('login.json', { credentials: 'omit' })).json();
  return logins;
}

function random() {
  return encode(crypto.getRandomValues(new Uint8Array(32)));
}

function encode(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function discover(provider) {
  return (await fetch(provider.discovery, { credentials: 'omit' })).json();
}

/** Where the provider sends the browser back to: the file itself, because the container forwards no query to a welcome file. */
function redirectUri() {
  return new URL('index.html', document.baseURI).href;
}

/** Leaves for the login page of the provider. */
export async function startLogin() {
  const { provider } = await knownLogins();
  const metadata = await discover(provider);
  const pending = { state: random(), nonce: random(), verifier: random(), hash: window.location.hash };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  const url = new URL(metadata.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri(),
    scope: 'openid profile',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: encode(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  };
  if (provider.audience?.includes(':')) {
    parameters.resource = provider.audience; // RFC 8707: for whom the access token is
  }
  Object.entries(parameters).forEach(([name, value]) => url.searchParams.set(name, value));
  window.location.assign(url);
}

let failure;

/** Returns why the login that was just finished has failed, if it has. */
export function loginFailure() {
  return failure;
}

/** Takes the code that the provider has sent back, if there is one, and gets the access token for it. */
export async function finishLogin() {
  const answer = new URLSearchParams(window.location.search);
  if (!answer.has('state')) {
    return;
  }
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null');
  sessionStorage.removeItem(PENDING);
  window.history.replaceState(null, '', new URL('./', document.baseURI).href + (pending?.hash ?? ''));
  try {
    if (!pending || answer.get('state') !== pending.state) {
      throw new Error('state');
    }
    if (!answer.has('code')) {
      throw new Error(answer.get('error') ?? 'code');
    }
    begin(`Bearer ${await redeem(answer.get('code'), pending)}`);
  } catch (fault) {
    failure = fault.message;
  }
}

async function redeem(code, pending) {
  const { provider } = await knownLogins();
  const metadata = await discover(provider);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: provider.clientId,
    redirect_uri: redirectUri(),
    code,
    code_verifier: pending.verifier,
  });
  if (provider.audience?.includes(':')) {
    form.set('resource', provider.audience);
  }
  const response = await fetch(metadata.token_endpoint, { method: 'POST', body: form, credentials: 'omit' });
  const tokens = await response.json();
  if (!response.ok || !tokens.access_token) {
    throw new Error(tokens.error ?? 'token');
  }
  if (claims(tokens.id_token).nonce !== pending.nonce) {
    throw new Error('nonce');
  }
  return tokens.access_token;
}

function claims(token) {
  const part = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (c) => c.charCodeAt(0))));
}
