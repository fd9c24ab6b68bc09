// Texts and their values; one thing has a form of its own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadTexts, t } from '../../../main/webapp/console/i18n.js';

const bundle = (language) => JSON.parse(readFileSync(new URL(`../../../main/webapp/console/i18n/${language}.json`, import.meta.url), 'utf8'));

async function speak(language) {
  Object.defineProperty(globalThis, 'navigator', { value: { language }, configurable: true });
  globalThis.document = { documentElement: {} };
  globalThis.fetch = async () => ({ json: async () => bundle(language) });
  await loadTexts();
}

test('a text says its values, and what it does not know stays', async () => {
  await speak('en');
  assert.equal(t('servers.places', { runs: '3', places: 8 }), '3 of 8');
  assert.equal(t('servers.places', { runs: 3 }), '3 of {places}');
});

for (const [language, one, many] of [
  ['en', 'One server is lost', '2 servers are lost'],
  ['de', 'Ein Server ist verloren', '2 Server sind verloren'],
]) {
  test(`one thing has a form of its own: ${language}`, async () => {
    await speak(language);
    assert.equal(t('verdict.dead', { count: '1' }), one);
    assert.equal(t('verdict.dead', { count: 1 }), one);
    assert.equal(t('verdict.dead', { count: 2 }), many);
    assert.equal(t('compare.sameEntries', { count: 1 }), t('compare.sameEntries', { count: 5 }).replace('5', '1'));
  });
}

test('a form of one belongs to a text, in each language', () => {
  for (const language of ['en', 'de']) {
    const texts = bundle(language);
    const forms = Object.keys(texts).filter((key) => key.endsWith('.one'));
    assert.ok(forms.length > 20);
    assert.deepEqual(forms.filter((key) => !(key.slice(0, -4) in texts)), []);
  }
});
