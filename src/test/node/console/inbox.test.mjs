// What waits, in which order, what comes next, and what may be decided at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alike, entriesOf, find, following, groups, shape, step } from '../../../main/webapp/console/pages/inbox/entries.js';

const call = (id, more) => ({ phase: 'only', iteration: 1, id, tool: 'append_file', status: 'WAITING', asking: 'APPROVAL', arguments: { path: id }, ...more });
const item = (run, since, calls, more) => ({ run, agent: 'clerk', since: `2026-01-0${since}T00:00:00Z`, waitingFor: 'approval', calls, ...more });
const keys = (entries) => entries.map(({ key }) => key);

test('each call that waits is an entry, and a run that no call keeps waiting is one', () => {
  const entries = entriesOf([
    item('a', 1, [call('one'), call('done', { asking: undefined, status: 'COMPLETED' }), call('two')]),
    item('b', 2, [], { waitingFor: 'loop' }),
    item('c', 3, [], { waitingFor: 'budget', modelCall: { needed: 0.6 } }),
  ]);

  assert.deepEqual(keys(entries), ['a/only/1/one', 'a/only/1/two', 'c/model-call', 'b/']);
  assert.deepEqual(entries[2].cost, { amount: 0.6 });
});

test('what is wanted comes in one order, and in each the longest waiting first', () => {
  const entries = entriesOf([
    item('late', 3, [call('x')]),
    item('early', 1, [call('x')]),
    item('unknown', 1, [call('x', { asking: undefined, status: 'UNKNOWN' })]),
    item('question', 2, [call('x', { asking: 'ANSWER' })]),
    item('other', 1, [], { waitingFor: 'of a later server' }),
  ]);

  assert.deepEqual(groups(entries).map(([kind, list]) => [kind, list.map(({ run }) => run)]), [
    ['approval', ['early', 'late']],
    ['answer', ['question']],
    ['reconciliation', ['unknown']],
    ['of a later server', ['other']],
  ]);
});

test('an address names a run, or a call of it', () => {
  const entries = entriesOf([item('a', 1, [call('one'), call('two')])]);

  assert.equal(find(entries, { run: 'a' }).call.id, 'one');
  assert.equal(find(entries, { run: 'a', place: 'only/1/two' }).call.id, 'two');
  assert.equal(find(entries, { run: 'b' }), undefined);
  assert.equal(find(entries, undefined), undefined);
});

test('a step ends at the ends of the list', () => {
  const entries = entriesOf([item('a', 1, [call('one'), call('two')])]);

  assert.equal(step(entries, entries[0].key, 1), entries[1]);
  assert.equal(step(entries, entries[1].key, 1), entries[1]);
  assert.equal(step(entries, undefined, -1), entries[0]);
});

test('after a decision the next one that still waits is shown, else the one before', () => {
  const before = entriesOf([item('a', 1, [call('one'), call('two'), call('three')])]);
  const [one, two, three] = before;

  assert.equal(following(before, one.key, [two, three]), two);
  assert.equal(following(before, one.key, [one, three]), three, 'it waits for a second person still');
  assert.equal(following(before, three.key, [one, two]), two);
  assert.equal(following(before, three.key, [three]), undefined);
});

test('alike are approvals of the same agent and tool with arguments of the same shape', () => {
  const entries = entriesOf([
    item('a', 1, [call('one')]),
    item('b', 2, [call('two'), call('more', { arguments: { path: 'x', content: 'y' } }), call('tool', { tool: 'delete_file' })]),
    item('c', 3, [call('agent')], { agent: 'other' }),
    item('d', 4, [call('question', { asking: 'ANSWER' })]),
  ]);

  assert.deepEqual(alike(entries, entries[0]).map((entry) => entry.call.id), ['two']);
  assert.deepEqual(alike(entries, entries.find(({ kind }) => kind === 'answer')), []);
});

test('a shape has names and types, in no order', () => {
  assert.equal(shape({ b: 1, a: ['x', 'y'] }), shape({ a: ['z'], b: 2.5 }));
  assert.notEqual(shape({ a: ['x'] }), shape({ a: ['x', 1] }));
  assert.notEqual(shape({ a: null }), shape({ a: {} }));
  assert.equal(shape({ a: JSON.rawJSON ? JSON.rawJSON('1.10') : 1.1 }), shape({ a: 2 }));
});
