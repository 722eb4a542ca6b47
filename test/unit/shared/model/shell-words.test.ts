import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinWords, quoteForShell, splitWords } from '../../../../shared/model/setup/shell-words.ts';

test.each([
  ['', []],
  ['   ', []],
  ['--port 3000', ['--port', '3000']],
  ['--name "Ana Maria"', ['--name', 'Ana Maria']],
  [`'a b'c`, ['a bc']],
  ['""', ['']],
  ['x\\ y', ['x y']],
  ['"say \\"hi\\""', ['say "hi"']],
  ['C:\\dir\\file.js', ['C:\\dir\\file.js']],
  ['ünï "кот 🐈"', ['ünï', 'кот 🐈']],
])('%s', (line, words) => {
  expect(splitWords(line)).toEqual({ words, openQuote: false });
});

test('reports an unclosed quote and keeps the text after it', () => {
  expect(splitWords('--name "Ana Maria')).toEqual({ words: ['--name', 'Ana', 'Maria'], openQuote: true });
});

test('joined words are split into the same words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '-', '\t', '\n', '\u0007', '$', 'n', 'u', 'é') })),
      (words) => {
        expect(splitWords(joinWords(words))).toEqual({ words, openQuote: false });
        expect(splitWords(words.map(quoteForShell).join(' '))).toEqual({ words, openQuote: false });
      },
    ),
    { seed: 7, numRuns: 2_000 },
  );
});

test('a text of several lines is one line in a shell, and quoted as bash reads it', () => {
  const word = "a: 'b'\n\tc\\\u0000";
  expect(quoteForShell(word)).toBe("$'a: \\'b\\'\\n\\tc\\\\\\u0000'");
  expect(splitWords(`x ${quoteForShell(word)} $y`)).toEqual({ words: ['x', word, '$y'], openQuote: false });
});
