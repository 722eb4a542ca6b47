/** A sweep drawn against its levels: 100, 200, 400 and 800 visitors a second, of which the last two were more than the server could do. */
import { expect, test } from 'vitest';
import { layoutLevels, levelsInOrder, nearestLevel } from '../../../../shared/charts/level-lines.ts';
import type { LevelFigures } from '../../../../shared/model/report.ts';
import { levelCharts } from '../../../../shared/report/drawings/level-charts.ts';

const FRAME = { width: 480, height: 120, left: 40, right: 40, top: 10, bottom: 10 };
const BRACKET = { of: 'rate', held: 200, broke: 400, failedAt: null } as const;

const level = (rate: number, throughput: number, [p50, p99]: readonly [number, number] | [], weak: string[] = []): LevelFigures => ({
  ...{
    rate,
    from: 0,
    to: 1,
    offered: rate,
    throughput,
    latenessMs: null,
    inFlight: 1,
    inFlightByLittle: 1,
    visits: { came: rate, left: 0, inside: 1, earlyMs: 1, lateMs: 1, behind: 0 },
  },
  requests: { sent: rate, completed: throughput, failed: 0, timedOut: 0, unexpected: 0, dropped: 0 },
  latencyMs:
    p50 === undefined ? null : { count: throughput, min: 1, mean: p50, stdev: 1, max: 900, percentiles: { '50': p50, '99': p99! }, weak },
});

const LEVELS = levelsInOrder([level(800, 0, []), level(100, 100, [2, 4], ['99']), level(400, 250, [90, 300]), level(200, 200, [3, 8])]);

test('a dot for each level in the order of the axis, and the two levels of the bracket marked', () => {
  const { y, unit, lines, marks, xs, ticks } = layoutLevels('throughput', LEVELS, BRACKET, FRAME);
  expect([unit, lines.map(({ key }) => key)]).toEqual([null, ['offered', 'throughput']]);
  expect(xs).toEqual([90, 140, 240, 440]);
  expect(lines[1]!.dots.map((dot) => dot?.y)).toEqual([100, 200, 250, 0].map(y.at));
  expect(marks).toEqual([
    { is: 'held', level: 200, x: 140 },
    { is: 'broke', level: 400, x: 240 },
  ]);
  expect(ticks.map((tick) => tick.level)).toEqual([100, 200, 400, 800]);
  expect([0, 114, 116, 999].map((x) => nearestLevel({ xs }, x))).toEqual([0, 0, 1, 3]);
});

test('a level without answers has no latency, and a percentile of too few is hollow', () => {
  const { y, unit, lines } = layoutLevels('latency', LEVELS, BRACKET, FRAME);
  expect([unit, lines.map(({ key }) => key)]).toEqual(['ms', ['p99', 'p50']]);
  expect(lines[0]!.dots.map((dot) => dot && [dot.y, dot.weak])).toEqual([[y.at(4), true], [y.at(8), false], [y.at(300), false], null]);
  expect(lines[1]!.dots[0]!.weak).toBe(false);
});

test('levels that are far apart stand on an axis of powers, labelled where there is room', () => {
  const many = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((rate) => level(rate, rate, [1, 2]));
  const { xs, ticks } = layoutLevels('throughput', many, { ...BRACKET, held: 64, broke: 128 }, { ...FRAME, width: 300 });
  const steps = xs.slice(1).map((x, at) => x - xs[at]!);
  for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 6);
  expect(ticks.map((tick) => tick.level)).toEqual([1, 4, 16, 64, 512]);
});

test('the report says the figures of each level; one level is no curve', () => {
  const { html } = levelCharts({ levels: LEVELS, bracket: BRACKET });
  expect(html).toContain('100 visitors/s: 100 answered/s, p50 2.00 ms, p99 4.00 ms, n 100.'.replace(/ (?=ms)/g, '\u00a0'));
  expect(html.match(/>last good</g)).toHaveLength(2);
  expect(html).toContain('Latency, ms');
  expect(levelCharts({ levels: LEVELS.slice(0, 1), bracket: BRACKET }).html).toBe('');
});
