import { expect, test } from 'vitest';
import { layoutRamp } from '../../../../shared/charts/ramp-dots.ts';
import { scheduleOf } from '../../../../shared/model/load-models.ts';

const SCHEDULE = '0/s for 2s, 0/s..10/s over 10s, 0/s for 2s';
const FRAME = { width: 1_460, height: 300, left: 40, right: 20, top: 20, bottom: 40 };
const ramp = { schedule: SCHEDULE, dueS: [3, 7, 11], latencyMs: [50, null, 400] };
const layout = layoutRamp(ramp, scheduleOf(ramp)!, 5, FRAME);

test('a dot for each response stands at its due time and its latency, in the unit of the slowest', () => {
  expect(layout.unit.unit).toBe('ms');
  expect([layout.x(0), layout.x(14)]).toEqual([40, 1_440]);
  expect(layout.answered).toBe(`M340,${layout.y.at(50)}h0M1140,${layout.y.at(400)}h0`);
});

test('what failed stands at the top, where it is no latency', () => {
  expect(layout.failed).toBe('M740,20h0');
  expect(layout.y.at(layout.y.max)).toBe(20);
});

test('the rate is drawn below, and where it reaches the highest throughput is marked', () => {
  expect(layout.rateLine.map(([x]) => x)).toEqual([40, 240, 240, 1_240, 1_240, 1_440]);
  expect(layout.rateLine.every(([, y]) => y > layout.y.at(0))).toBe(true);
  expect(layout.reachedX).toBe(740);
  expect(layoutRamp(ramp, scheduleOf(ramp)!, 11, FRAME).reachedX).toBeNull();
  expect(layoutRamp(ramp, scheduleOf(ramp)!, null, FRAME).reachedX).toBeNull();
});
