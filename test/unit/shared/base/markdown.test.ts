import { expect, test } from 'vitest';
import { parseMarkdown, parseSpans } from '../../../../shared/base/markdown.ts';

test('blocks of each kind', () => {
  const source = [
    '# Title',
    'one',
    'two',
    '',
    '- a',
    '  more of a',
    '- b',
    '',
    '1. first',
    '',
    '    code',
    '',
    '```sh',
    'x | y',
    '```',
    '| A | B |',
    '|---|---|',
    '| 1 | a \\| b |',
  ];
  expect(parseMarkdown(source.join('\n'))).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'one two' },
    { kind: 'list', ordered: false, items: ['a more of a', 'b'] },
    { kind: 'list', ordered: true, items: ['first'] },
    { kind: 'code', text: 'code' },
    { kind: 'code', text: 'x | y' },
    { kind: 'table', head: ['A', 'B'], rows: [['1', 'a | b']] },
  ]);
});

test('spans: marks within code are ignored, links keep their address', () => {
  expect(parseSpans('Use `a * b *` and **this** or [that](x.md), *so*.')).toEqual([
    { kind: 'text', text: 'Use ' },
    { kind: 'code', text: 'a * b *' },
    { kind: 'text', text: ' and ' },
    { kind: 'strong', text: 'this' },
    { kind: 'text', text: ' or ' },
    { kind: 'link', text: 'that', href: 'x.md' },
    { kind: 'text', text: ', ' },
    { kind: 'emphasis', text: 'so' },
    { kind: 'text', text: '.' },
  ]);
});

test('an unclosed block ends with the text', () => {
  expect(parseMarkdown('```\nx')).toEqual([{ kind: 'code', text: 'x' }]);
  expect(parseMarkdown('')).toEqual([]);
  expect(parseMarkdown('   ')).toEqual([]);
});
