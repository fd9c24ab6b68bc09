import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanings } from '../../../main/webapp/console/meanings.js';

const PAGES = [['runs', 'Runs'], ['retention', 'Retention']];
const AGENTS = ['runner', 'surveyor'];
const found = (text) => meanings(text, PAGES, AGENTS).map(([what, kind, path, query]) => [kind, query ? `${path}?${Object.entries(query)[0].join('=')}` : path, what]);

test('nothing means nothing', () => {
  assert.deepEqual(found('  '), []);
});

test('an id is a run first', () => {
  assert.deepEqual(found('0198A000-0000-7000-8000-000000000001')[0], ['run', '/runs/0198a000-0000-7000-8000-000000000001', '0198A000-0000-7000-8000-000000000001']);
});

test('words are pages, agents, their runs, and inputs', () => {
  assert.deepEqual(found('run'), [
    ['page', '/runs', 'Runs'],
    ['agent', '/agents/runner', 'runner'],
    ['runsOf', '/runs?agent=runner', 'runner'],
    ['input', '/runs?q=run', 'run'],
  ]);
});

test('a label is one', () => {
  assert.deepEqual(found('team=search').map(([kind]) => kind), ['label', 'input']);
});
