// The form of an input, and the JSON that it becomes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, hasForm, inputOf } from '../../../main/webapp/console/pages/runs/input-form.js';

const SCHEMA = {
  type: 'object',
  required: ['order', 'lines', 'currency'],
  properties: {
    order: { type: 'string', title: 'Order', description: 'its number', maxLength: 40 },
    note: { type: 'string' },
    amount: { type: 'number' },
    urgent: { type: 'boolean' },
    currency: { enum: ['EUR', 'USD'] },
    mode: { enum: ['fast', 'slow'] },
    lines: { type: 'array' },
  },
};
const fields = fieldsOf('clerk', SCHEMA);
const values = (given) => Object.fromEntries(fields.map(({ name, member, value }) => [name, given[member] ?? value]));

test('an agent without members has no form', () => {
  assert.equal(hasForm(undefined), false);
  assert.equal(hasForm({ type: 'object' }), false);
  assert.equal(hasForm(SCHEMA), true);
});

test('each member has a field of its kind, for its agent alone', () => {
  assert.deepEqual(fields.map(({ kind }) => kind), ['text', 'textarea', 'number', 'checkbox', 'select', 'select', 'code']);
  assert.deepEqual([fields[0].label, fields[0].hint, fields[1].label], ['Order', 'its number', 'note']);
  assert.deepEqual(fields.filter(({ required }) => required).map(({ member }) => member), ['order', 'currency', 'lines']);
  assert.equal(fields[0].when({ agent: 'clerk' }), true);
  assert.equal(fields[0].when({ agent: 'another' }), false);
  assert.deepEqual(fields[5].options[0], ['', '–']);
});

test('what is typed becomes JSON, with its digits', () => {
  const text = inputOf(fields, values({ order: 'a"b', amount: '12345678901234567890.10', lines: '[{"a": 1.50}]', urgent: true }));
  assert.equal(text, '{"order": "a\\"b", "amount": 12345678901234567890.10, "urgent": true, "currency": "EUR", "lines": [{"a": 1.50}]}');
});

test('a number that JSON does not have is written as it has it', () => {
  assert.equal(inputOf(fields, values({ amount: '.5' })), '{"amount": 0.5, "urgent": false, "currency": "EUR"}');
});
