// What a JSON Schema says about the members of a document.

/** Returns `[name, meaning, required]` of each member, with those of nested objects. */
export function propertiesOf(schema, root = schema, prefix = '', depth = 0) {
  const resolved = resolve(schema, root);
  const required = resolved.required ?? [];
  return Object.entries(resolved.properties ?? {}).flatMap(([name, member]) => {
    const inner = resolve(member, root);
    const items = inner.type === 'array' && inner.items ? resolve(inner.items, root) : undefined;
    const path = `${prefix}${name}${items ? '[]' : ''}`;
    const own = [path, member.description ?? inner.description ?? typeOf(inner), required.includes(name)];
    const nested = depth < 2 ? propertiesOf(items ?? inner, root, `${path}.`, depth + 1) : [];
    return [own, ...nested];
  });
}

function resolve(schema, root) {
  const at = schema.$ref?.replace(/^#\//, '').split('/');
  return at ? at.reduce((node, part) => node?.[part], root) ?? {} : schema;
}

function typeOf(schema) {
  return schema.enum ? schema.enum.join(' | ') : [schema.type ?? ''].flat().join(' | ');
}
