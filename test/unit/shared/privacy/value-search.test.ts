import { expect, test } from 'vitest';
import { replaceRanges } from '../../../../shared/privacy/replace-ranges.ts';
import { ValueSearch } from '../../../../shared/privacy/value-search.ts';
import { seededRandom } from '../../../helpers/random.ts';

const search = (values: readonly string[]) => new ValueSearch(values.map((text) => ({ text, by: '(not saved)' })));
const hide = (values: readonly string[], text: string) => replaceRanges(text, search(values).find(text, false).ranges);

test('the longest value at a place is the one, from left to right', () => {
  expect(hide(['abcd', 'abcdef', 'cdef'], 'abcde abcdef cdefg xyz abc')).toBe('(not saved)e (not saved) (not saved)g xyz abc');
  const long = `${'k'.repeat(300)}!`;
  expect(hide([long], `${long}, ${long.slice(0, 290)}, ${long.slice(0, 200)}`)).toBe(`(not saved), (not saved), ${long.slice(0, 200)}`);
});

test('finds what a search of each value at each place finds', () => {
  const random = seededRandom(7);
  const word = (length: number) => Array.from({ length }, () => 'ab'[Math.floor(random() * 2)]).join('');
  for (let round = 0; round < 200; round++) {
    const values = Array.from({ length: 12 }, () => word(4 + Math.floor(random() * 6)));
    const text = word(80);
    const longestFirst = [...values].sort((a, b) => b.length - a.length);
    expect(hide(values, text)).toBe(text.replace(new RegExp(longestFirst.join('|'), 'g'), '(not saved)'));
  }
});

/** Of code that tries each value on its own, or each at each place, these would take minutes. */
test('many values and values that are alike do not take long', () => {
  const many = search(Array.from({ length: 100_000 }, (_, index) => `value-${index}-x`));
  expect(many.find('value-'.repeat(150_000), false).ranges).toEqual([]);
  const alike = search(Array.from({ length: 2_000 }, (_, index) => 'a'.repeat(index + 4)));
  expect(alike.find('aaab'.repeat(60_000), false).ranges).toEqual([]);
  const long = search([`${'a'.repeat(1_000_000)}b`]);
  expect(long.find('a'.repeat(1_500_000), false).ranges.length).toBeLessThan(4);
});
