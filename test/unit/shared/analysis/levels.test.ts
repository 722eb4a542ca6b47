import { describe, expect, test } from 'vitest';
import { planRamp } from '../../../../shared/analysis/probe/levels.ts';
import { scheduleOf } from '../../../../shared/model/load-models.ts';

describe('a ramp', () => {
  test.each([
    ['slow', 11.4, 1.402],
    ['usual', 120, 0.025],
    ['fast', 9_000, 0.0005],
  ])('of a %s service rises to 1.75 times what it answers at most, with requests that can be counted', (_, throughput, serviceS) => {
    const schedule = scheduleOf({ schedule: planRamp(throughput, serviceS, 600)! })!;
    const [before, rising, after] = schedule.phases;
    expect(schedule.phases).toHaveLength(3);
    expect([before!.to, rising!.from, after!.to]).toEqual([0, 0, 0]);
    expect(rising!.to / throughput).toBeCloseTo(1.75, 1);
    expect(schedule.total).toBeGreaterThanOrEqual(119);
    expect(schedule.total).toBeLessThanOrEqual(5_000);
    expect(rising!.seconds).toBeGreaterThanOrEqual(Math.min(10 * serviceS, 0.5));
  });

  test('is left out where there is no time for it', () => {
    expect(planRamp(120, 0.025, 9)).not.toBeNull();
    expect(planRamp(120, 0.025, 7)).toBeNull();
  });
});
