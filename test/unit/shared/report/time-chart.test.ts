import { expect, test } from 'vitest';
import { thin, timeChart } from '../../../../shared/report/drawings/time-chart.ts';

test('downsampling keeps peaks, gaps and mean rates', () => {
  expect(thin([1, 9, null, null, 3], 2, 'highest')).toEqual([9, null, 3]);
  expect(thin([2, 4, null, 6], 2, 'mean')).toEqual([3, 6]);
  expect(thin([1, null], 1, 'highest')).toEqual([1, null]);
});

const LINE = { shape: 'line', dash: 0 } as const;
const CHART = { id: 'x', title: 'Latency', unit: 'ms', help: null, toS: 10, format: (value: number | null) => String(value) };

test('a gap in the data is a gap in the line, a lone point a dot', () => {
  const { html } = timeChart({ ...CHART, x: [0, 2, 4, 6], lines: [{ ...LINE, label: 'p50', color: 'p50', values: [10, 20, null, 40] }] });
  const line = /class="line[^"]*" d="([^"]*)"/.exec(html)![1]!;
  expect(line.match(/M/g)).toHaveLength(2);
  expect(line).toMatch(/L[\d.,]+M[\d.,]+h0$/);
});

test('has a text alternative', () => {
  const { html } = timeChart({
    ...CHART,
    x: [0, 1],
    lines: [
      { ...LINE, label: 'a', color: 'p50', values: [1, 3] },
      { ...LINE, label: 'b', color: 'p90', values: [null, null] },
    ],
  });
  expect(html).toContain('a: 2 points, lowest 1, highest 3, last 3; all in ms. b: no data.');
});

test('draws the first six of many lines', () => {
  const lines = Array.from({ length: 9 }, (_, index) => ({ ...LINE, label: `pid ${index}`, color: 'cpu', values: [index, index] }));
  const { html } = timeChart({ ...CHART, x: [0, 1], lines });
  expect(html.match(/class="line/g)).toHaveLength(6);
  expect(html).toContain('and 3 more');
});

test('draws all of a stack, and hatches what is in line', () => {
  const stack = Array.from({ length: 7 }, (_, index) => ({
    ...LINE,
    shape: 'stack' as const,
    label: `peer ${index}`,
    values: [1, 1],
    ...(index === 6 ? { color: 'wait-line', isHatched: true as const } : { color: 'wait' }),
  }));
  const spans = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
  ];
  const { html } = timeChart({ ...CHART, x: [0.5, 1.5], spans, lines: stack });
  expect(html.match(/class="bars c-wait"/g)).toHaveLength(6);
  // From 6 to 7 of 10: the axis has all of it.
  expect(html).toContain('<pattern id="x-hatch"');
  expect(html.match(/class="bars" d="[^"]+" fill="url\(#x-hatch\)"/g)).toHaveLength(1);
  expect(html).toContain('>10</text>');
});

test('draws two hours with one point per pixel', () => {
  const x = Array.from({ length: 7_200 }, (_, second) => second + 0.5);
  const values = x.map((_, second) => (second === 5_003 ? 999 : 1));
  const { html } = timeChart({ ...CHART, toS: 7_200, x, lines: [{ ...LINE, label: 'max', color: 'max', values }] });
  expect(html.length).toBeLessThan(12_000);
  // The one slow second is still there: the axis reaches to it.
  expect(html).toContain('>1,000</text>');
});
