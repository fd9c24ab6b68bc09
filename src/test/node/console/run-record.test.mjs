import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf } from '../../../main/webapp/console/pages/run/entries.js';
import { around } from '../../../main/webapp/console/pages/run/hit.js';
import { note } from '../../../main/webapp/console/pages/run/latest.js';
import { addToPhases, took } from '../../../main/webapp/console/pages/run/phases.js';
import { MOST, appended, has, prepended } from '../../../main/webapp/console/pages/run/window.js';

const range = (from, to) => Array.from({ length: to - from + 1 }, (ignored, i) => ({ sequence: from + i }));
const ends = (events) => [events[0]?.sequence, events.at(-1)?.sequence];
const at = (seconds) => new Date(seconds * 1000).toISOString();
const event = (sequence, seconds, type, data = {}) => ({ sequence, at: at(seconds), type, data });

const RUN = [
  event(1, 0, 'run.submitted'),
  event(2, 1, 'phase.started', { phase: 'a', prompt: 'go' }),
  event(3, 3, 'model.replied', { phase: 'a', iteration: 1, blocks: [{ kind: 'text', text: 'I look.' }, { kind: 'call', id: 'x', tool: 'get', arguments: {} }], usage: { inputTokens: 5, outputTokens: 2 }, cost: { amount: 0.5 } }),
  event(4, 4, 'tool-call.started', { phase: 'a', iteration: 1, callId: 'x', tool: 'get' }),
  event(5, 6, 'tool-call.failed', { phase: 'a', iteration: 1, callId: 'x', failure: { code: 'low', message: 'too low' } }),
  event(6, 9, 'model.replied', { phase: 'a', iteration: 2, blocks: [{ kind: 'text', text: 'Done.' }], usage: { inputTokens: 9, outputTokens: 1 } }),
  event(7, 10, 'phase.completed', { phase: 'a', output: 'Done.' }),
];

test('a window grows at both ends without gaps, and keeps so many events', () => {
  assert.deepEqual(ends(appended([], range(5, 9))), [5, 9]);
  assert.deepEqual(ends(appended(range(5, 9), range(8, 12))), [5, 12]);
  assert.deepEqual(ends(appended(range(5, 9), range(11, 12))), [5, 9]);
  assert.deepEqual(ends(appended(range(1, MOST), range(MOST + 1, MOST + 10))), [11, MOST + 10]);
  assert.deepEqual(ends(prepended(range(5, 9), range(2, 4))), [2, 9]);
  assert.deepEqual(ends(prepended(range(5, 9), range(1, 3))), [5, 9]);
  assert.deepEqual(ends(prepended(range(101, 100 + MOST), range(1, 100))), [1, MOST]);
  assert.ok(has(range(1, 9), 2, 60));
  assert.ok(!has(range(50, 900), 60, 60));
  assert.ok(!has([], 1, 0));
});

test('a phase has what its turns took', () => {
  const phases = new Map();
  RUN.forEach((each) => addToPhases(phases, each));
  const phase = phases.get('a');
  assert.deepEqual({ turns: phase.turns, calls: phase.calls, faults: phase.faults, tokens: phase.tokens, cost: phase.cost, unknown: phase.unknown }, { turns: 2, calls: 1, faults: 1, tokens: 17, cost: 0.5, unknown: 1 });
  assert.equal(took(phase, undefined, 0), 9000);
});

test('an entry has its turn, its time and what became of its calls', () => {
  const [, phase, first, second] = entriesOf(RUN);
  assert.equal(phase.phase, 'a');
  assert.deepEqual([first.iteration, first.took, first.calls[0].took, first.calls[0].failure.code], [1, 2000, 2000, 'low']);
  assert.deepEqual([second.iteration, second.took], [2, 3000]);
  assert.equal(entriesOf(RUN.slice(2))[0].took, undefined, 'what came before is not there');
});

test('the newest events of each kind are known', () => {
  const latest = {};
  RUN.slice(0, 4).forEach((each) => note(latest, each));
  assert.equal(latest.call.sequence, 4);
  RUN.slice(4).forEach((each) => note(latest, each));
  note(latest, event(8, 11, 'record.delayed'));
  assert.deepEqual([latest.call, latest.fault.sequence, latest.event.sequence], [undefined, 5, 7]);
});

test('a hit has what is around it', () => {
  assert.deepEqual(around({ blocks: [{ text: 'a Needle, here' }] }, 'needle'), ['a ', 'Needle', ', here']);
  assert.deepEqual(around({ n: 4711 }, '71'), ['4', '71', '1']);
  const [before, match, after] = around(['x'.repeat(500) + '.*' + 'y'.repeat(500)], '.*');
  assert.deepEqual([before.length, match, after.length], [81, '.*', 81]);
  assert.equal(around({ needle: 'no' }, 'needle'), undefined);
});
