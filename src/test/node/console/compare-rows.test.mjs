import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsOf, differences, rowsOf } from '../../../main/webapp/console/pages/compare/rows.js';

const WHOLE = [true, true];
const said = (text, sequence) => ({ kind: 'model', text, sequence, at: sequence, calls: [] });
const person = (text) => ({ kind: 'person', text });
const short = (rows) => rows.map((row) => (row.same ? row.same.length : [row.left?.text ?? '', row.right?.text ?? '']));

test('what is the same is folded, whenever it was', () => {
  assert.deepEqual(short(rowsOf([[said('a', 1), said('b', 2)], [said('a', 7), said('b', 9)]], WHOLE)), [2]);
});

test('an inserted message differs alone', () => {
  const rows = rowsOf([[said('a'), said('b'), said('c')], [said('a'), person('quick'), said('b'), said('c')]], WHOLE);
  assert.deepEqual(short(rows), [1, ['', 'quick'], 2]);
  assert.deepEqual(differences(rows), { changed: 0, left: 0, right: 1, first: 2 });
});

test('entries of one kind between the same ones are versions of each other', () => {
  const rows = rowsOf([[said('a'), said('long'), said('c')], [said('a'), person('be short'), said('short'), said('c')]], WHOLE);
  assert.deepEqual(short(rows), [1, ['', 'be short'], ['long', 'short'], 1]);
  assert.deepEqual(differences(rows), { changed: 1, left: 0, right: 1, first: 2 });
});

test('what the unread rest of a run may still have is not called a difference', () => {
  const [long, short] = [[said('a'), said('b')], [said('a')]];
  assert.deepEqual(differences(rowsOf([long, short], [true, false])), { changed: 0, left: 0, right: 0, first: undefined });
  assert.deepEqual(differences(rowsOf([long, short], WHOLE)), { changed: 0, left: 1, right: 0, first: 2 });
});

test('a result of a tool is a difference, and so is a fault', () => {
  const call = (result) => ({ kind: 'model', calls: [{ tool: 'read_file', arguments: {}, result }] });
  assert.equal(differences(rowsOf([[call('1')], [call('2')]], WHOLE)).changed, 1);
  const fault = (code) => ({ kind: 'fault', event: { type: 'run.failed', data: { failure: { code } } } });
  assert.equal(differences(rowsOf([[fault('loop')], [fault('no_answer')]], WHOLE)).changed, 1);
});

test('calls of one tool are versions of each other', () => {
  const rows = callsOf([{ tool: 'read', id: 1 }, { tool: 'write', id: 2 }], [{ tool: 'write', id: 3 }]);
  assert.deepEqual(rows.map(({ left, right }) => [left?.id, right?.id]), [[1, undefined], [2, 3]]);
});
