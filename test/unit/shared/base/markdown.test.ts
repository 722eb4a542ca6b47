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
    { kind: 'list', start: null, items: ['a more of a', 'b'] },
    { kind: 'list', start: 1, items: ['first'] },
    { kind: 'code', text: 'code' },
    { kind: 'code', text: 'x | y' },
    { kind: 'table', head: ['A', 'B'], rows: [['1', 'a | b']] },
  ]);
});

test('a number at the beginning of a line is no item of a list within a paragraph, and keeps its value where it is one', () => {
  expect(parseMarkdown('It was 5229, and became\n3761. On a laptop\nit is less.')).toEqual([
    { kind: 'paragraph', text: 'It was 5229, and became 3761. On a laptop it is less.' },
  ]);
  expect(parseMarkdown('As follows:\n1. first\n2. second\n- other')).toEqual([
    { kind: 'paragraph', text: 'As follows:' },
    { kind: 'list', start: 1, items: ['first', 'second'] },
    { kind: 'list', start: null, items: ['other'] },
  ]);
  expect(parseMarkdown('3761. On a laptop')).toEqual([{ kind: 'list', start: 3761, items: ['On a laptop'] }]);
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
