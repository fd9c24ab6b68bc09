// What words may mean that somebody looks for.

const MOST = 8;
const ID = /^[0-9a-f]{8}(-[0-9a-f-]{0,27})?$/i;
const LABEL = /^[\w.-]+=\S+$/;

/** What the words may mean, the most probable first: `[text, kind, path, query]` each. */
export function meanings(text, pages, names) {
  const wanted = text.trim();
  if (wanted === '') {
    return [];
  }
  const has = (each) => each.toLowerCase().includes(wanted.toLowerCase());
  return [
    ...(ID.test(wanted) ? [[wanted, 'run', `/runs/${wanted.toLowerCase()}`]] : []),
    ...pages.filter(([, title]) => has(title)).map(([path, title]) => [title, 'page', `/${path}`]),
    ...names.filter(has).map((name) => [name, 'agent', `/agents/${name}`]),
    ...names.filter(has).map((name) => [name, 'runsOf', '/runs', { agent: name }]),
    ...(LABEL.test(wanted) ? [[wanted, 'label', '/runs', { label: wanted }]] : []),
    [wanted, 'input', '/runs', { q: wanted }],
  ].slice(0, MOST);
}
