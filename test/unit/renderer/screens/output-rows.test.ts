import { expect, test } from 'vitest';
import { LONGEST_ROW, toOutputRows } from '../../../../renderer/screens/run/output/output-rows.ts';
import type { OutputLine } from '../../../../shared/report/output-lines.ts';

const line = (text: string): OutputLine => ({ stream: 'stdout', text, atMs: 7 });

test('a long line is drawn in parts that are all of it, with no character in two halves', () => {
  const text = `${'x'.repeat(LONGEST_ROW - 1)}🙂${'y'.repeat(2 * LONGEST_ROW)}`;
  const rows = toOutputRows([line('short'), line(text)], true);
  expect(rows.map(({ isRest = false }) => isRest)).toEqual([false, false, true, true, true]);
  expect(
    rows
      .slice(1)
      .map((row) => row.text)
      .join(''),
  ).toBe(text);
  expect(rows.every((row) => row.text.length <= LONGEST_ROW && !/[\ud800-\udbff]$/.test(row.text))).toBe(true);
});

test('unwrapped it is one row, cut', () => {
  const rows = toOutputRows([line('x'.repeat(100_000)), line('')], false);
  expect(rows.map(({ text }) => text.length)).toEqual([LONGEST_ROW + 1, 0]);
});
