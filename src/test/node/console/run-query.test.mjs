import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, bulkOf, chosenIn, filterOf, foldedIn, requestOf } from '../../../main/webapp/console/pages/runs/query.js';

const NOW = Date.parse('2026-11-30T18:20:45.678Z');
const read = (address) => filterOf(new URLSearchParams(address));
const form = (fields) => new Map(Object.entries(fields));

test('an address is a filter, and what is no part of one is left out', () => {
  assert.deepEqual(read('status=FAILED&label=team=search&label=&view=Mine&ended=day'), { status: 'FAILED', label: ['team=search'], ended: 'day' });
  assert.deepEqual(read('created=constructor&ended=century'), {});
});

test('a time that ends now begins on a whole minute, when it is asked for', () => {
  assert.deepEqual(requestOf({ agent: 'a', ended: 'hour' }, NOW), { agent: 'a', endedAfter: '2026-11-30T17:20:00.000Z' });
  assert.deepEqual(requestOf({ created: 'week' }, NOW), { createdAfter: '2026-11-23T18:20:00.000Z' });
});

test('an act on many has labels by their names, and no order', () => {
  assert.deepEqual(bulkOf({ label: ['team=search', 'query=a=b'], sort: '-endedAt', created: 'day' }, NOW),
    { createdAfter: '2026-11-29T18:20:00.000Z', labels: { team: 'search', query: 'a=b' } });
});

test('the runs of an act have an address, unless they were named one by one', () => {
  assert.deepEqual(addressOf({ failureGroup: '0123456789abcdef:walk', labels: { team: 'search' } }), { failureGroup: '0123456789abcdef:walk', label: ['team=search'] });
  assert.equal(addressOf({ runs: ['1'] }), undefined);
});

test('a time chosen in the line takes the place of a moment', () => {
  const chosen = chosenIn(form({ status: 'FAILED', time: 'ended:hour', endedAfter: '2026-11-30T10:00', createdAfter: '2026-11-01T10:00', label: ' team=search  kind=x ' }), (text) => `${text}Z`);
  assert.equal(chosen.ended, 'hour');
  assert.equal(chosen.endedAfter, undefined);
  assert.equal(chosen.createdAfter, '2026-11-01T10:00Z');
  assert.deepEqual(chosen.label, ['team=search', 'kind=x']);
});

test('what is folded away is counted', () => {
  assert.equal(foldedIn(read('status=FAILED&q=x&ended=day')), 0);
  assert.equal(foldedIn(read('failureCode=budget_exceeded&label=team=search&label=kind=x')), 2);
});
