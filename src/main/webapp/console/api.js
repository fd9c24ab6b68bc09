// The API, as any client uses it.
import { readAnswer } from './json.js';
import { authorization, end, isLoggedIn } from './session.js';

const BASE = new URL('../api/v1/', document.baseURI);

/** How long the beginning of an answer is waited for. The browser counts the time until it has a free connection, too. */
const PATIENCE = 20_000;
/** How many answers are kept, so that the server sends each of them again only if it has changed. */
const KEPT = 100;
/** The last answers and their tags, by address: in memory alone, and for the login that got them. */
const kept = new Map();

/** A fault that the API reports (RFC 9457), or a server that cannot be reached or does not answer (status 0). */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? body?.title ?? String(status));
    this.status = status;
    this.code = body?.code ?? (status === 0 ? 'unreachable' : String(status));
    this.body = body ?? {};
  }
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
 *
 * @param {string} method
 * @param {string} path
 * @param {{query?: object, body?: any, etag?: string, key?: string, signal?: AbortSignal, accept?: string, type?: string, headers?: object}} [options]
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
  const response = await answer(address(path, query), {
    method,
    headers: sent,
    body: body === undefined ? undefined : type ? body : JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  }, signal);
  if (!response.ok && response.status !== 304) {
    throw await problem(response, sent.get('Authorization'));
  }
  return response;
}

/** What an answer brings may take its time; that it begins may not. */
async function answer(url, request, signal) {
  const watch = new AbortController();
  const timer = setTimeout(() => watch.abort(), PATIENCE);
  try {
    return await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, watch.signal]) : watch.signal });
  } catch (fault) {
    if (signal?.aborted) {
      throw fault;
    }
    throw new Problem(0, watch.signal.aborted ? { code: 'unanswered' } : undefined);
  } finally {
    clearTimeout(timer);
  }
}

async function problem(response, authorized) {
  const body = await response.json().catch(() => undefined);
  if (body?.code === 'unauthenticated' && isLoggedIn() && authorization() === authorized) {
    end();
  }
  return new Problem(response.status, body);
}

async function content(response) {
  const text = await response.text();
  return text === '' ? undefined : readAnswer(text);
}

/**
 * Returns what is there: the same object as before if that has not changed.
 *
 * @template {string} P
 * @param {P} path
 * @returns {Promise<import('reprise-api').Answer<P>>}
 */
export async function get(path, query, options = {}) {
  const place = address(path, query).href;
  const by = authorization();
  const known = kept.get(place)?.by === by ? kept.get(place) : undefined;
  const response = await send('GET', path, { query, ...options, headers: known && { 'If-None-Match': known.tag } });
  kept.delete(place); // what was asked for last stays longest
  const value = response.status === 304 ? known.value : await content(response);
  const tag = response.headers.get('ETag');
  if (tag) {
    kept.set(place, { tag, value, by });
    if (kept.size > KEPT) {
      kept.delete(kept.keys().next().value);
    }
  }
  return value;
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
