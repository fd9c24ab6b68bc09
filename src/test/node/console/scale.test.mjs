import assert from 'node:assert/strict';
import { test } from 'node:test';
import { path, round, scaled } from '../../../main/webapp/console/parts/scale.js';

test('an axis ends at the next round number', () => {
  assert.deepEqual([0, 1, 3, 7, 12, 499, 501, 0.03].map(round), [1, 1, 5, 10, 20, 500, 1000, 0.05]);
});

test('a value is a part of the height', () => {
  assert.equal(scaled(5, 10), 50);
  assert.equal(scaled(5, 0), 0);
});

test('a line has gaps where nothing was measured, and shows a value between two gaps', () => {
  assert.equal(path([10, undefined, 5, 0], 10), 'M0.2 0h0.6M2.5 50L3.5 100');
  assert.equal(path([undefined, undefined], 10), '');
});
