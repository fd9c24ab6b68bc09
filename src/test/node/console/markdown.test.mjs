import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inline, parse } from '../../../main/webapp/console/parts/markdown.js';

const kinds = (text) => parse(text).map((block) => block.kind);

test('reads headings, lists, tables, code, quotes and rules', () => {
  const text = '# One\n\nwords\nmore\n\n- a\n- b\n  - c\n\n1. x\n2. y\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```js\n# no heading\n```\n\n> said\n\n---';
  assert.deepEqual(kinds(text), ['heading', 'text', 'list', 'list', 'table', 'code', 'quote', 'rule']);
  const [heading, words, list, numbered, table, code] = parse(text);
  assert.deepEqual(heading, { kind: 'heading', level: 1, content: ['One'] });
  assert.deepEqual(words.content, ['words\nmore']);
  assert.equal(list.items[1][1].kind, 'list');
  assert.equal(numbered.start, 1);
  assert.deepEqual(table, { kind: 'table', ends: [false, true], head: [['a'], ['b']], rows: [[['1'], ['2']]] });
  assert.equal(code.text, '# no heading');
});

test('reads emphasis, code and escapes within a line', () => {
  assert.deepEqual(inline('a **b _c_** `**d**` ~~e~~ \\*f\\*'), [
    'a ', { kind: 'strong', content: ['b ', { kind: 'em', content: ['c'] }] }, ' ', { kind: 'code', text: '**d**' }, ' ',
    { kind: 'del', content: ['e'] }, ' ', '*', 'f', '*',
  ]);
  assert.deepEqual(inline('append_to_file and 2 * 3 * 4 **open'), ['append_to_file and 2 * 3 * 4 **open']);
});

test('takes links of the web only, and no image', () => {
  assert.deepEqual(inline('[a](https://a.example/b_(c)) ![b](http://b.example)'), [
    { kind: 'link', address: 'https://a.example/b_(c)', content: ['a'] }, ' ', { kind: 'link', address: 'http://b.example', content: ['b'] },
  ]);
  assert.deepEqual(inline('see https://a.example/x.'), ['see ', { kind: 'link', address: 'https://a.example/x', content: ['https://a.example/x'] }, '.']);
  for (const hostile of ['[a](javascript:alert(1))', '[a](data:text/html,x)', '[a](//b.example)', '[a](https://)', '[a]( javascript:x)']) {
    assert.deepEqual(inline(hostile).filter((part) => part.kind), [], hostile);
  }
});

test('markup is text', () => {
  assert.deepEqual(parse('<img src=x onerror="a">\n<script>b</script>'), [{ kind: 'text', content: ['<img src=x onerror="a">\n<script>b</script>'] }]);
});

test('reads hostile texts in time', () => {
  const begin = performance.now();
  for (const part of ['*', '**a ', '_a *b ', '[', '[a](', '![', '`', '``` ', '> ', '- ', '|', '|-', '| a |\n|---|\n', '\\', 'https://a.b/', '# ', '1. ', ' '.repeat(3)]) {
    parse(part.repeat(Math.ceil(20_000 / part.length)));
    parse(`${part}x\n`.repeat(Math.ceil(20_000 / (part.length + 2))));
  }
  assert.ok(performance.now() - begin < 5000, `${performance.now() - begin} ms`);
});
