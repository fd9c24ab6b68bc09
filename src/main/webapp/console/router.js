// Pages by the part of the address after the #, so that the server needs no rules for them and each page has a link.

const routes = [];

/** Adds a page. A name with a colon stands for one part of the path. */
export function route(pattern, load) {
  routes.push({ parts: pattern.split('/').filter(Boolean), load });
}

export function location() {
  const [path, query = ''] = window.location.hash.replace(/^#/, '').split('?');
  return { path: path || '/', parts: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** A part of an address becomes a part of a path of the API, so it must stay one. */
function isName(part) {
  return !/[/\\?#%]/.test(part) && !/^\.{1,2}$/.test(part);
}

export function find(parts) {
  for (const { parts: pattern, load } of routes) {
    if (pattern.length === parts.length) {
      const params = {};
      const fits = pattern.every((part, i) => {
        if (part.startsWith(':')) {
          params[part.slice(1)] = parts[i];
          return isName(parts[i]);
        }
        return part === parts[i];
      });
      if (fits) {
        return { load, params };
      }
    }
  }
  return undefined;
}

/** Returns a link to a page. */
export function link(path, query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== '' && each !== null) {
        search.append(name, each);
      }
    }
  }
  const text = search.toString();
  return `#${path}${text ? `?${text}` : ''}`;
}

export function go(path, query) {
  window.location.hash = link(path, query);
}
