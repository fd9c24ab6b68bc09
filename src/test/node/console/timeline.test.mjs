import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bars, panned, ticks, zoomed } from '../../../main/webapp/console/pages/run/axis.js';
import { addToSpans, newSpans, spansOf } from '../../../main/webapp/console/pages/run/spans.js';

const ALL = { from: 1000, until: 11_000 };
const span = (from, until, more = {}) => ({ from, until, ...more });

test('a view zooms around the pointer and stays within all there is', () => {
  assert.deepEqual(zoomed(ALL, ALL, 0.5, 3500), { from: 2250, until: 7250 });
  assert.deepEqual(zoomed(ALL, ALL, 0.5, 1000), { from: 1000, until: 6000 });
  assert.deepEqual(zoomed({ from: 2000, until: 4000 }, ALL, 100, 3000), ALL);
  assert.deepEqual(panned({ from: 2000, until: 4000 }, ALL, -5000), { from: 1000, until: 3000 });
  assert.deepEqual(panned({ from: 2000, until: 4000 }, ALL, 90_000), { from: 9000, until: 11_000 });
});

test('what is in view is drawn, and what is too narrow together', () => {
  const found = bars([span(0, 900), span(2000, 2010), span(2020, 2030, { fault: true }), span(2200, 2400), span(3000, 9000), span(9000, 9001)], { from: 1000, until: 10_000 }, 100);
  assert.deepEqual(found.map((bar) => [bar.from, bar.until, bar.spans.length, bar.fault]), [[2000, 2030, 2, true], [2200, 2400, 1, false], [3000, 9000, 1, false], [9000, 9001, 1, false]]);
  const many = bars(Array.from({ length: 10_000 }, (ignored, i) => span(1000 + i, 1001 + i)), ALL, 240);
  assert.ok(many.length <= 10_000 / 240 + 1);
  assert.equal(many.reduce((sum, bar) => sum + bar.spans.length, 0), 10_000);
});

test('marks are round and few', () => {
  assert.deepEqual(ticks({ from: 2300, until: 7300 }, 1000, 10), [3000, 4000, 5000, 6000, 7000]);
  assert.ok(ticks({ from: 0, until: 4e11 }, 0, 10).length < 200);
});

test('spans are of claims, calls and waits, and a loss ends what was open', () => {
  const all = newSpans();
  const at = (seconds) => new Date(seconds * 1000).toISOString();
  const add = (sequence, seconds, type, data = {}) => addToSpans(all, { sequence, type, data, at: at(seconds) });
  add(1, 0, 'run.admitted', { server: 'one' });
  add(2, 1, 'phase.started', { phase: 'a' });
  add(3, 2, 'tool-call.started', { callId: 'x', tool: 'get' });
  add(4, 9, 'run.admitted', { server: 'two' });
  add(5, 10, 'tool-call.started', { callId: 'x', tool: 'get' });
  assert.deepEqual(all.crashes, [{ from: 2000, until: 9000, name: 'one', sequence: 4 }]);
  assert.deepEqual(spansOf(all, 20_000).spans.filter((each) => each.open).map((each) => each.lane).sort(), ['phase', 'server', 'tool']);
  assert.equal(spansOf(all, 20_000).until, 20_000);
  add(6, 12, 'run.completed');
  assert.equal(spansOf(all, 20_000).until, 12_000);
});
