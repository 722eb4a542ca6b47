/** Positions of marks: the same on the screen and in a report. */
import { describe, expect, test } from 'vitest';
import { curvesOf, layoutCurves } from '../../../../shared/charts/percentile-curves.ts';
import { placeLabels } from '../../../../shared/charts/place-labels.ts';
import { layoutResponseOrder, summarizeResponses } from '../../../../shared/charts/response-order.ts';
import { serverCharts } from '../../../../shared/charts/run-charts.ts';
import { layoutDots, shownDots } from '../../../../shared/charts/run-dots.ts';
import { timeTicks, valueScale } from '../../../../shared/charts/time-scales.ts';
import { AS_EXPECTED } from '../../../../shared/model/run.ts';

const FRAME = { width: 120, height: 120, left: 10, right: 10, top: 10, bottom: 10 };

describe('the dots of a metric', () => {
  // Round 3 replaces one of the two planned rounds.
  const DOTS = {
    metric: 'rssBytes',
    values: [
      [10e6, 20e6, null],
      [20e6, null, 40e6],
    ],
  } as const;
  const { unit, y, rounds, medians, summaries } = layoutDots(DOTS, 2, FRAME);

  test('each round has its own position, where its runs are on one axis and joined by a line', () => {
    expect([unit, rounds.map(({ x }) => Math.round(x))]).toEqual(['MB', [27, 60, 93]]);
    expect(rounds.map(({ places }) => places.map((place) => place !== null))).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
    expect(rounds[0]!.places[0]).toBe(y.at(10));
    expect(rounds[0]!.tie).toEqual([y.at(20), y.at(10)]);
    expect(rounds[1]!.tie).toBe(null);
  });

  test('a median line for each variant', () => {
    expect(medians.map(({ variant, y: place }) => [variant, place])).toEqual([
      [0, y.at(15)],
      [1, y.at(30)],
    ]);
    expect(summaries[1]).toEqual({ count: 2, median: 30e6, low: 20e6, high: 40e6 });
  });

  test('a metric without a figure has no panel', () => {
    expect(shownDots([DOTS, { metric: 'p50', values: [[null], [null]] }])).toEqual([DOTS]);
  });

  test('of many rounds every fifth is numbered, and none if there is no room', () => {
    const many = { metric: 'p50', values: [Array.from({ length: 15 }, () => 1)] } as const;
    expect(layoutDots(many, 15, FRAME).rounds.flatMap(({ isNumbered }, index) => (isNumbered ? [index + 1] : []))).toEqual([1, 5, 10, 15]);
    expect(layoutDots(many, 15, { ...FRAME, width: 60 }).rounds.some(({ isNumbered }) => isNumbered)).toBe(false);
  });
});

test('labels that would overlap are moved apart within the chart', () => {
  const room = { row: 11, top: 0, bottom: 100 };
  expect(placeLabels([50, 20], room)).toEqual([50, 20]);
  expect(placeLabels([54, 57, 51], room)).toEqual([62, 73, 51]);
  // Of lines that lie over each other the first is named first.
  expect(placeLabels([50.4, 50], room)).toEqual([50.4, 61.4]);
  expect(placeLabels([99, 98], room)).toEqual([100, 89]);
});

test('a curve is faint where it is based on too few responses, and its letter is at that point', () => {
  const percentile = Float64Array.of(0, 50, 90, 99, 99.9);
  const curves = curvesOf({ meta: { variants: 1, counts: [400] }, percentile, ms0: Float64Array.of(1, 10, 20, 90, 95) });
  const { x, y, ticks, lines, percentileOf } = layoutCurves(curves, FRAME, false);
  expect(ticks).toEqual([0, 50, 90, 99]);
  // The axis ends a little behind p99, before p99.9.
  expect(lines).toEqual([
    { variant: 0, sure: [0, 50, 90, 99].map((p) => [x(p), y.at(curves[0]!.at(p)!)]), faint: [], end: [x(99), y.at(90)] },
  ]);
  expect(percentileOf(x(90))).toBeCloseTo(90, 9);
  expect([percentileOf(0), percentileOf(130)]).toEqual([null, null]);
});

test('requests are bars in a unit that suits the slowest, with failed ones marked', () => {
  const columns = {
    meta: { shown: 3, total: 3 },
    startMs: new Float64Array(3),
    latencyMs: Float64Array.of(0.1, 0.2, 0.4),
    status: Uint16Array.of(200, 500, 304),
    unmet: new Uint16Array(3),
  };
  const { unit, y, good, bad } = layoutResponseOrder(columns, 0.4, FRAME);
  expect([unit.unit, y.max]).toEqual(['µs', 400]);
  expect([good.split('M').length - 1, bad.split('M').length - 1]).toEqual([2, 1]);
  const expected = layoutResponseOrder({ ...columns, unmet: Uint16Array.of(0, AS_EXPECTED, 0) }, 0.4, FRAME);
  expect(expected.bad).toBe('');
  expect(summarizeResponses(columns)).toEqual({ shortest: 0.1, middle: 0.2, longest: 0.4 });
});

test('a time axis counts in minutes, not in hundreds of seconds', () => {
  expect(timeTicks(3, 6)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
  expect(timeTicks(300, 6)).toEqual([0, 60, 120, 180, 240, 300]);
});

test('an axis has a minimum range, so that noise does not look large', () => {
  expect(valueScale([[0.2]], { log: false, least: 10 }, 0, 100).max).toBeGreaterThanOrEqual(10);
  expect(valueScale([[null, 0.2]], { log: true, least: 0 }, 0, 100)).toMatchObject({ min: 0.1, max: 1 });
});

test('each metric of the server is a chart, each process a line with its own dash', () => {
  const values = [[1], [2]];
  const measures = { cpu: values, memory: values, heap: values, loop: values, stall: values, gc: values };
  const charts = serverCharts({ x: [1], pids: [7, 8], measures });
  expect(charts.map(({ id, least }) => [id, least])).toEqual([
    ['cpu', 100],
    ['memory', 0],
    ['heap', 0],
    ['loop', 100],
    ['stall', 10],
    ['gc', 10],
  ]);
  expect(charts[0]!.lines.map(({ key, dash }) => [key, dash])).toEqual([
    ['7', 0],
    ['8', 1],
  ]);
  // Without the agent nobody knows it.
  const unknown = serverCharts({ x: [1], pids: [7], measures: { ...measures, heap: [[null]] } });
  expect(unknown.map(({ id }) => id)).not.toContain('heap');
});
