/** Whether a busy loop had a core, where it was within calls that wait for a part of the time. */
import { expect, test } from 'vitest';
import { coreOfLoop } from '../../../../shared/analysis/core-of-loop.ts';
import type { WithLoop } from '../../../../shared/analysis/known-loops.ts';
import type { RunReport } from '../../../../shared/model/report.ts';

/** Other programs use all of the machine. */
const BUSY = { machine: { cores: 2, foreignPercent: { mean: 190, max: 200 } } } as unknown as Pick<RunReport, 'machine'>;

/** Of 4 s it ran for 0.4 s and was in calls that wait for `blockedMs`; the loop was busy for 98 % of them. */
const processOf = (blockedMs: number, agrees: boolean): WithLoop =>
  ({
    elu: { mean: 0.98, max: null },
    cpuPercent: { mean: 10, max: 10 },
    cpuByThread: {
      by: 'kernel',
      agrees,
      unseenMs: 10,
      durationMs: 4_000,
      rows: [{ kind: 'main', cpuMs: 400, waitedForCoreMs: 400, blockedMs }],
    },
  }) as unknown as WithLoop;

test('what it waited for while it was not busy is not told with the rest, so that both add up to no more than was busy', () => {
  const process = { ...processOf(0, true), elu: { mean: 0.34, max: null } };
  const rows = [{ kind: 'main', cpuMs: 1_056, waitedForCoreMs: 784, blockedMs: 0 }];
  const told = coreOfLoop(BUSY, { ...process, cpuByThread: { ...process.cpuByThread!, rows } } as unknown as WithLoop)!;
  expect(told.ranPercent).toBeCloseTo(26.4, 6);
  expect(told.waitedPercent).toBeCloseTo(34 - 26.4, 6);
});

test.each([true, false])('a loop in calls that wait needs no core, whether threads add up (%s) or not', (agrees) => {
  expect(coreOfLoop(BUSY, processOf(3_500, agrees))).toBeNull();
  expect(coreOfLoop(BUSY, processOf(0, agrees))).toMatchObject({ isMachineBusy: true });
});
