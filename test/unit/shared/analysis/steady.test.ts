import { describe, expect, test } from 'vitest';
import { findChangePoints } from '../../../../shared/analysis/change-points.ts';
import { describeSteadiness } from '../../../../shared/analysis/steady.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { makeNormal } from './runs.ts';

/** Latency in 200 windows, ms: a shape over the run (0..1) times noise of 2 % from window to window. */
function makeSeries(shape: (at: number) => number, seed: number, windows = 200): number[] {
  const normal = makeNormal(seededRandom(seed));
  return Array.from({ length: windows }, (_, i) => 10 * shape(i / windows) * (1 + 0.02 * normal()));
}

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const labelsOf = (shape: (at: number) => number, sense: 'speed' | 'time' = 'time') =>
  SEEDS.map((seed) => describeSteadiness(makeSeries(shape, seed), sense)!);

describe('labels of runs', () => {
  test('flat is steady', () => {
    for (const { label, warmupEnd } of labelsOf(() => 1)) expect([label, warmupEnd]).toEqual(['steady', null]);
  });

  test('a step down of latency at 30 % is a warm-up until there, within 2 %', () => {
    for (const { label, warmupEnd, changePoints } of labelsOf((at) => (at < 0.3 ? 1.4 : 1))) {
      expect(label).toBe('warm-up');
      expect(Math.abs(warmupEnd! - 0.3)).toBeLessThanOrEqual(0.02);
      expect(changePoints).toContain(Math.round(warmupEnd! * 200));
    }
  });

  test('latency that drifts 10 % up: falling', () => {
    for (const { label } of labelsOf((at) => 1 + 0.1 * at)) expect(label).toBe('falling');
  });

  test('a sawtooth jumps', () => {
    for (const { label } of labelsOf((at) => 1 + 0.3 * ((at * 3.5) % 1))) expect(label).toBe('jumping');
  });
});

test('for responses per second the directions are reversed', () => {
  expect(new Set(labelsOf((at) => 1 + 0.1 * at, 'speed').map(({ label }) => label))).toEqual(new Set(['rising']));
  expect(new Set(labelsOf((at) => 1 - 0.1 * at, 'speed').map(({ label }) => label))).toEqual(new Set(['falling']));
  expect(new Set(labelsOf((at) => (at < 0.3 ? 0.7 : 1), 'speed').map(({ label }) => label))).toEqual(new Set(['warm-up']));
});

test('getting slower at 30 % is not a warm-up', () => {
  for (const { label, warmupEnd } of labelsOf((at) => (at < 0.3 ? 1 : 1.4))) expect([label, warmupEnd]).toEqual(['falling', null]);
});

test('jumps shorter than a fifth of the run are detected, too', () => {
  for (const { label, spreadPercent } of labelsOf((at) => ((at * 5) % 1 < 0.45 ? 1 : 1.5))) {
    expect(spreadPercent).toBeLessThan(60);
    expect(label).toBe('jumping');
  }
});

test('ten windows of one second are enough for a label; noise from second to second is not a jump', () => {
  const labels = (shape: (at: number) => number, noise: number) =>
    SEEDS.map((seed) => {
      const normal = makeNormal(seededRandom(seed));
      return describeSteadiness(
        Array.from({ length: 10 }, (_, i) => 900 * shape(i) * (1 + noise * normal())),
        'speed',
      )!.label;
    });
  expect(labels(() => 1, 0.06).filter((label) => label === 'steady').length).toBeGreaterThanOrEqual(18);
  expect(labels((i) => (i < 3 ? 0.7 : 1), 0.01)).toEqual(SEEDS.map(() => 'rising'));
  expect(labels((i) => (i === 4 || i === 5 ? 0.6 : 1), 0.01)).toEqual(SEEDS.map(() => 'jumping'));
});

test('a few windows give no label; windows without noise work', () => {
  expect(describeSteadiness([1, 2, 3], 'time')).toBeNull();
  expect(describeSteadiness(new Array(40).fill(7), 'time')).toEqual({
    label: 'steady',
    warmupEnd: null,
    spreadPercent: 0,
    changePoints: [],
  });
  expect(describeSteadiness(new Array(40).fill(0), 'time')?.label).toBe('steady');
  const step = [...new Array(30).fill(2), ...new Array(70).fill(1)];
  expect(describeSteadiness(step, 'time')).toMatchObject({ label: 'warm-up', warmupEnd: 0.3, changePoints: [30] });
});

test('change points: finds two steps at their places, and none in noise', () => {
  for (const seed of SEEDS) {
    const normal = makeNormal(seededRandom(seed));
    const found = findChangePoints(Array.from({ length: 200 }, (_, i) => (i < 50 ? 10 : i < 120 ? 13 : 9) + 0.2 * normal()));
    expect(found.length).toBe(2);
    expect(Math.abs(found[0]! - 50)).toBeLessThanOrEqual(2);
    expect(Math.abs(found[1]! - 120)).toBeLessThanOrEqual(2);
  }
  const falseAlarms = SEEDS.filter((seed) => findChangePoints(makeSeries(() => 1, seed + 100)).length > 0);
  expect(falseAlarms.length).toBeLessThanOrEqual(2);
  expect(findChangePoints([])).toEqual([]);
});

describe('false alarms', () => {
  /** How many of 400 stationary runs are called unsteady. `memory`: autocorrelation of the noise from second to second. */
  function alarmsOf(windows: number, noise: number, memory: number): number {
    const normal = makeNormal(seededRandom(windows));
    const RUNS = 400;
    return Array.from({ length: RUNS }, () => {
      let e = normal();
      const series = Array.from({ length: windows }, () => {
        e = memory * e + Math.sqrt(1 - memory ** 2) * normal();
        return 1_000 * (1 + noise * e);
      });
      return describeSteadiness(series, 'speed')!.label;
    }).filter((label) => label !== 'steady').length;
  }

  test.each([10, 12, 20, 30, 60])('less than 5 %% of stationary runs of %i s are called unsteady, whatever their noise', (windows) => {
    for (const noise of [0.01, 0.03, 0.05, 0.1]) {
      expect(alarmsOf(windows, noise, 0)).toBeLessThan(0.05 * 400);
      expect(alarmsOf(windows, noise, 0.4)).toBeLessThan(0.05 * 400);
    }
  });
});
