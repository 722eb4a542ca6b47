import { expect, test } from 'vitest';
import { openingBrackets } from '../../../../shared/model/json-outline.ts';

test.each([
  ['{"a":1}', '{'],
  [' [ [\n{"a":1}]]', '[[{'],
  // Ticks of 0x, the first of which have no stack.
  ['[[],[],[{"a":1}]]', '[[{'],
  ['[]', '['],
  ['[[]]', '['],
  ['[[],]', '['],
  ['[[] []', '[['],
  ['[[[[[[', '[[[['],
  ['a;b 1', ''],
  ['', ''],
])('%s begins with the brackets %s', (text, brackets) => {
  expect(openingBrackets(text)).toBe(brackets);
});
