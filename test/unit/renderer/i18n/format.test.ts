import { expect, test } from 'vitest';
import {
  chooseTimeUnit,
  formatAbout,
  formatAgo,
  formatBytes,
  formatElapsed,
  formatMs,
  formatMsTyped,
  formatNumber,
  formatPercent,
  formatPercentTyped,
  formatRate,
  formatSigned,
  formatSignificant,
} from '../../../../renderer/i18n/format.ts';

/** Units hang on their number by a no-break space; for reading, a plain one. */
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test.each([
  [0, '0 ms'],
  [0.48, '480 µs'],
  [0.0123, '12.3 µs'],
  [1, '1.00 ms'],
  [12.34, '12.3 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [4_980, '4.98 s'],
  [123_456, '123 s'],
  [Number.NaN, '–'],
  [null, '–'],
  [Number.POSITIVE_INFINITY, '–'],
])('%s ms is %s', (ms, text) => {
  expect(plain(formatMs(ms))).toBe(text);
});

test('a column has one unit, and small values are not written as zero', () => {
  const unit = chooseTimeUnit(4_980);
  expect([0.6, 3.07, 4_980].map((ms) => plain(formatMs(ms, unit)))).toEqual(['0.00060 s', '0.0031 s', '4.98 s']);
});

test.each([
  [9.996, '10.0'],
  [99.96, '100'],
  [0.1234, '0.123'],
  [0.0123, '0.012'],
  [0.00034, '0.00034'],
  [0.000001, '0.000001'],
  [-12.34, '-12.3'],
  [1_234_567, '1,234,567'],
  [undefined, '–'],
])('three digits that mean something of %s: %s', (value, text) => {
  expect(formatSignificant(value)).toBe(text);
});

test.each([
  [0, '0 B'],
  [49, '49 B'],
  [48.96, '49.0 B'],
  [999, '999 B'],
  [999.9, '1.00 kB'],
  [1_840, '1.84 kB'],
  [5_240_000, '5.24 MB'],
  [33.5e9, '33.5 GB'],
  [Number.NaN, '–'],
])('%s bytes are %s', (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text);
});

test.each([
  [0, '0.0 s'],
  [7_240, '7.2 s'],
  [59_949, '59.9 s'],
  [59_960, '1:00'],
  [65_000, '1:05'],
  [3_665_000, '1:01:05'],
])('a clock after %s ms: %s', (ms, text) => {
  expect(plain(formatElapsed(ms))).toBe(text);
});

test('typed values are shown as typed', () => {
  expect([0.05, 1, 1.5, 10].map((ms) => plain(formatMsTyped(ms)))).toEqual(['50 µs', '1 ms', '1.5 ms', '10 ms']);
});

test('limits as they were set, estimates with two digits', () => {
  expect([5, 2.5, 0.125].map((percent) => plain(formatPercentTyped(percent)))).toEqual(['5 %', '2.5 %', '0.125 %']);
  expect([0.4, 6.26, 9.96, 43.7].map((percent) => plain(formatAbout(percent)))).toEqual(['0.4 %', '6.3 %', '10 %', '44 %']);
});

test('other formats', () => {
  expect(formatNumber(1_234.5, 2)).toBe('1,234.50');
  expect(formatRate(2_881)).toBe('2,881/s');
  expect(plain(formatPercent(12.34))).toBe('12.3 %');
  // All of a sum that is divided by itself may be off by its rounding; what is really less is not called all.
  expect([100, 100 - 2e-14, 100 - 1e-10, 100.000_000_01].map((percent) => plain(formatPercent(percent)))).toEqual(Array(4).fill('100.0 %'));
  expect(plain(formatPercent(100 - 1e-6, 0))).toBe('99.99 %');
  expect([12, -38, 0].map((value) => formatSigned(value))).toEqual(['+12.0', '−38.0', '0.0']);
});

test.each([
  ['2026-02-11T10:00:30Z', 'now'],
  ['2026-02-11T09:58:00Z', '3 minutes ago'],
  ['2026-02-11T08:00:00Z', '2 hours ago'],
  ['2026-02-10T09:00:00Z', 'yesterday'],
  ['2026-02-11T12:00:00Z', 'now'],
  ['2025-11-03T12:00:00Z', 'Nov 3, 2025'],
  ['not a date', '–'],
])('%s was %s', (iso, text) => {
  expect(formatAgo(iso, Date.parse('2026-02-11T10:01:00Z'))).toBe(text);
});
