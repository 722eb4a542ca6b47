import { expect, test } from 'vitest';
import { computePlanDrawing } from '../../../../renderer/screens/setup/plan-geometry.ts';
import { EMPTY_FORM } from '../../../../renderer/state/forms/setup-form.ts';
import { setup } from '../../../../shared/words/en/setup.ts';

const { plan } = setup;

const WIDTH = 312;

test('phases fill the width in order, without a warm-up there is none', () => {
  const { phases } = computePlanDrawing(EMPTY_FORM, WIDTH);
  expect(phases.map(({ name }) => name)).toEqual(['start', 'warmup', 'measure', 'stop']);
  phases.reduce((end, { x, width }) => {
    expect(x).toBeCloseTo(end);
    return x + width;
  }, 0);
  expect(phases.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(WIDTH);
  expect(computePlanDrawing({ ...EMPTY_FORM, warmupS: 0 }, WIDTH).phases.map(({ name }) => name)).toEqual(['start', 'measure', 'stop']);
});

test('one lane for each connection, up to a few; bars stay in their phase and do not overlap', () => {
  const { bars, lanes, phases } = computePlanDrawing({ ...EMPTY_FORM, connections: 3 }, WIDTH);
  expect(lanes).toBe(3);
  expect(new Set(bars.map(({ y }) => y)).size).toBe(3);
  for (const phase of phases) {
    const inside = bars.filter(({ x, measured }) => measured === (phase.name === 'measure') && x >= phase.x && x < phase.x + phase.width);
    for (const { x, width } of inside) expect(x + width).toBeLessThanOrEqual(phase.x + phase.width);
  }
  const lane = bars.filter(({ y }) => y === 0).sort((a, b) => a.x - b.x);
  for (let at = 1; at < lane.length; at++) expect(lane[at]!.x).toBeGreaterThanOrEqual(lane[at - 1]!.x + lane[at - 1]!.width);
  expect(computePlanDrawing({ ...EMPTY_FORM, connections: 5_000 }, WIDTH).lanes).toBe(8);
});

test('incomplete numbers still draw something', () => {
  const { bars, phases } = computePlanDrawing(
    { ...EMPTY_FORM, connections: Number.NaN, durationS: Number.NaN, warmupS: Number.NaN },
    WIDTH,
  );
  expect(bars.length).toBeGreaterThan(0);
  for (const { x, width } of [...bars, ...phases]) expect(Number.isFinite(x + width)).toBe(true);
});

test('no samples are drawn when none are taken', () => {
  expect(computePlanDrawing(EMPTY_FORM, WIDTH).samples.length).toBeGreaterThan(10);
  expect(computePlanDrawing({ ...EMPTY_FORM, capture: 'none' }, WIDTH).samples).toEqual([]);
});

test('the name of each phase has room above it, however short the warm-up', () => {
  const names = { start: plan.phaseStart, warmup: plan.phaseWarmup, measure: plan.phaseMeasure, stop: plan.phaseStop };
  for (const [warmupS, durationS] of [
    [1, 10],
    [1, 3_600],
    [600, 1],
  ] as const) {
    const { phases } = computePlanDrawing({ ...EMPTY_FORM, warmupS, durationS }, WIDTH);
    // Letters of 11 px are about 6.5 px wide.
    for (const { name, width } of phases) expect(width).toBeGreaterThan(6.5 * names[name].length);
  }
});

test('visitors are drawn as their rate over time, levels as stairs; a schedule that is none draws nothing', () => {
  const drawn = (change: Partial<typeof EMPTY_FORM>) => computePlanDrawing({ ...EMPTY_FORM, warmupS: 0, ...change }, 168).outline!;
  const ramp = drawn({ loadModel: 'arrivals', schedule: '0..100/s over 10s, 50/s for 10s' });
  // 100 px from 34 to 134, 49 px high.
  expect(ramp.points).toEqual([
    { x: 34, y: 49 },
    { x: 34, y: 49 },
    { x: 84, y: 0 },
    { x: 84, y: 24.5 },
    { x: 134, y: 24.5 },
    { x: 134, y: 49 },
  ]);
  expect(ramp).toMatchObject({ count: 1_000, most: 100, of: 'visitors', warmUpY: 24.5 });
  expect(drawn({ loadModel: 'sweep', levels: '1,2,4' })).toMatchObject({ count: 3, most: 4, of: 'levels' });
  for (const change of [
    { loadModel: 'arrivals', schedule: '10/x' },
    { loadModel: 'sweep', levels: '' },
  ] as const) {
    const { points, count } = drawn(change);
    expect(count).toBe(0);
    for (const { x, y } of points) expect(Number.isFinite(x + y)).toBe(true);
  }
  expect(computePlanDrawing({ ...EMPTY_FORM, loadModel: 'users' }, 168).outline).toBeNull();
});
