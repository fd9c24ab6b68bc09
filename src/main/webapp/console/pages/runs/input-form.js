// The form of an agent's input, from the JSON Schema that the agent declares. What has no field of its own is typed as JSON.

/** Returns whether a schema has members that a form can ask for. */
export function hasForm(schema) {
  return schema?.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
}

/** Returns a field for each member of an input, as those of `fieldView`, and how its text becomes JSON. */
export function fieldsOf(agent, schema) {
  const required = schema.required ?? [];
  return Object.entries(schema.properties).map(([member, part]) => ({
    name: nameOf(agent, member),
    member,
    label: part.title ?? member,
    hint: part.description,
    required: required.includes(member) && part.type !== 'boolean',
    when: (values) => values.agent === agent,
    ...kindOf(part, required.includes(member)),
  }));
}

function nameOf(agent, member) {
  return `input ${agent} ${member}`;
}

function kindOf(part, isRequired) {
  if (part.enum?.every((each) => typeof each === 'string')) {
    const none = isRequired ? [] : [['', '–']];
    return { kind: 'select', options: [...none, ...part.enum.map((each) => [each, each])], value: part.default ?? (isRequired ? part.enum[0] : ''), write: JSON.stringify };
  }
  switch (part.type) {
    case 'string':
      return { kind: part.maxLength <= 200 ? 'text' : 'textarea', value: part.default ?? '', write: JSON.stringify };
    case 'number':
    case 'integer':
      return { kind: 'number', value: part.default ?? '', write: numberOf };
    case 'boolean':
      return { kind: 'checkbox', value: part.default ?? false, write: JSON.stringify };
    default:
      return { kind: 'code', value: part.default === undefined ? '' : JSON.stringify(part.default), write: (text) => text };
  }
}

/** The digits as they were typed, if JSON has such a number. */
function numberOf(text) {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? text : String(Number(text));
}

/** Returns the JSON of an input. An empty field is a member that is not there. */
export function inputOf(fields, values) {
  const members = fields
    .filter(({ name }) => values[name] !== '' && values[name] !== undefined)
    .map(({ name, member, write }) => `${JSON.stringify(member)}: ${write(values[name])}`);
  return `{${members.join(', ')}}`;
}
