/** Invisible characters and terminal control sequences are shown as escapes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showHidden, showHiddenInJson, showHiddenInLines } from '../../../../shared/base/show-hidden.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
const HIDDEN = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  '\ufeff',
  '\u2028',
  '\u00ad',
];

test('every bidirectional, invisible and control character becomes an escape, and escapes are unchanged', () => {
  for (const character of HIDDEN) {
    const shown = showHidden(`a${character}b`);
    expect(shown).toMatch(/^a\\u[0-9a-f]{4}b$/);
    expect(showHidden(shown)).toBe(shown);
  }
  expect(showHidden('\u202egnp.exe')).toBe('\\u202egnp.exe');
  expect(showHidden('Übersicht сервер 列表 😀')).toBe('Übersicht сервер 列表 😀');
});

test('texts of several lines keep their lines', () => {
  expect(showHiddenInLines('a\r\n\tb\u001b[2J\rc')).toBe('a\n\tb\\u001b[2J\\u000dc');
});

test('JSON stays the same document', () => {
  const anything = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.dictionary(anything, fc.array(anything)), (value) => {
      const json = showHiddenInJson(JSON.stringify(value, null, 2));
      expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(JSON.parse(json)).toEqual(value);
    }),
  );
});
