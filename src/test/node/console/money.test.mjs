import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../../main/webapp/console/money.js';

Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-US'] } });

test('no amount that was spent is shown as nothing', () => {
  assert.deepEqual(
    [0, 0.00001, 0.00005, 0.0123, 2, undefined].map((each) => money(each)),
    ['$0.00', '< $0.0001', '$0.0001', '$0.0123', '$2.00', ''],
  );
  assert.equal(money(0.00001, 'EUR'), '< €0.0001');
});
