// The API, as any client uses it.
import { readAnswer } from './json.js';
import { authorization, end, isKnown } from './session.js';

const BASE = new URL('../api/v1/', document.baseURI);
const onLogout = new Set();

/** A fault that the API reports (RFC 9457), or a server that cannot be reached (status 0). */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? body?.title ?? String(status));
    this.status = status;
    this.code = body?.code ?? (status === 0 ? 'unreachable' : String(status));
    this.body = body ?? {};
  }
}

export function whenLoggedOut(listener) {
  onLogout.add(listener);
}

export function address(path, query = {}) {
  const url = new URL(`./${path}`, BASE); // a path may have a colon, as a scheme has
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') {
        url.searchParams.append(name, each);
      }
    }
  }
  return url;
}

/**
 * Sends a request. With `credentials: 'omit'` the browser neither adds a login of its own nor asks for one when the server
 * answers 401.
 */
export async function send(method, path, { query, body, etag, key, signal, accept, type, headers } = {}) {
  const sent = new Headers({ Accept: accept ?? 'application/json', ...headers });
  if (authorization()) {
    sent.set('Authorization', authorization());
  }
  if (body !== undefined) {
    sent.set('Content-Type', type ?? 'application/json');
  }
  if (etag) {
    sent.set('If-Match', etag);
  }
  if (method === 'POST') {
    sent.set('Idempotency-Key', key ?? crypto.randomUUID());
  }
  let response;
  try {
    response = await fetch(address(path, query), {
      method,
      headers: sent,
      body: body === undefined ? undefined : type ? body : JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
  } catch (fault) {
    if (fault.name === 'AbortError') {
      throw fault;
    }
    throw new Problem(0);
  }
  if (!response.ok) {
    throw await problem(response);
  }
  return response;
}

async function problem(response) {
  const body = await response.json().catch(() => undefined);
  if (body?.code === 'unauthenticated' && isKnown()) {
    end();
    onLogout.forEach((listener) => listener());
  }
  return new Problem(response.status, body);
}

async function content(response) {
  const text = await response.text();
  return text === '' ? undefined : readAnswer(text);
}

export async function get(path, query, options = {}) {
  return content(await send('GET', path, { query, ...options }));
}

/** Returns what is there, the tag that names its state, and the addresses that it is linked to by their relation. */
export async function getTagged(path, query) {
  const response = await send('GET', path, { query });
  return { value: await content(response), etag: response.headers.get('ETag') ?? undefined, links: links(response) };
}

/** Reads the header `Link` (RFC 8288) as this API writes it. */
function links(response) {
  const found = (response.headers.get('Link') ?? '').matchAll(/<([^>]*)>;\s*rel="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, to, relation]) => [relation, to]));
}

export async function post(path, body, options = {}) {
  return content(await send('POST', path, { body, ...options }));
}

export async function put(path, body, options = {}) {
  return content(await send('PUT', path, { body, ...options }));
}

export async function remove(path, options = {}) {
  return content(await send('DELETE', path, options));
}

/** Saves an answer as a file. */
export async function download(path, name, query) {
  const response = await send('GET', path, { query, accept: '*/*' });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
