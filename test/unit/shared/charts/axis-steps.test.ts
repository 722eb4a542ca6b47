import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearTicks, logLimits, logTicks, niceCeiling, steppedLimit, timeLimit } from '../../../../shared/charts/axis-steps.ts';

test('ceilings are 1, 2 or 5 times a power of ten, just above the value', () => {
  expect([0.3, 1, 1.01, 2.5, 7, 10, 99, 101, 0.1 + 0.2].map(niceCeiling)).toEqual([0.5, 1, 2, 5, 10, 10, 100, 200, 0.5]);
  expect([0, -3, Number.NaN, Number.POSITIVE_INFINITY].map(niceCeiling)).toEqual([1, 1, 1, 1]);
});

test('a ceiling is never below its value nor more than 2.5 times above', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (value) => {
      const limit = niceCeiling(value);
      return limit >= value * (1 - 1e-8) && limit <= value * 2.5 * (1 + 1e-8);
    }),
    { seed: 20260 },
  );
});

test('a live limit only grows; afterwards it fits', () => {
  expect(steppedLimit(100, 3, true)).toBe(100);
  expect(steppedLimit(100, 130, true)).toBe(200);
  expect(steppedLimit(200, 3, false)).toBe(5);
});

test('a log axis ends at whole decades and is at least one high', () => {
  expect(logLimits(3, 480)).toEqual({ min: 1, max: 1000 });
  expect(logLimits(10, 10)).toEqual({ min: 10, max: 100 });
  expect(logLimits(0, 0)).toEqual({ min: 0.1, max: 10 });
  expect(logTicks({ min: 1, max: 1000 })).toEqual([1, 10, 100, 1000]);
});

test('ticks are round and end at the limit', () => {
  expect(linearTicks(10, 'middle')).toEqual([0, 5, 10]);
  expect(linearTicks(500, 'middle')).toEqual([0, 500]);
  expect(linearTicks(100, 'ends')).toEqual([0, 100]);
  expect(linearTicks(500, 'many')).toEqual([0, 100, 200, 300, 400, 500]);
  expect(linearTicks(2000, 'many')).toEqual([0, 500, 1000, 1500, 2000]);
});

test('the time axis is the plan when it is a duration, else it grows in steps, and ends where the run ended', () => {
  expect(timeLimit({ plannedS: 10, measuredS: 3, live: true, previous: 0 })).toBe(10);
  expect(timeLimit({ plannedS: 10, measuredS: 11, live: true, previous: 10 })).toBe(20);
  expect(timeLimit({ plannedS: null, measuredS: 0.4, live: true, previous: 0 })).toBe(5);
  expect(timeLimit({ plannedS: null, measuredS: 12, live: true, previous: 50 })).toBe(50);
  expect(timeLimit({ plannedS: 10, measuredS: 3.2, live: false, previous: 50 })).toBe(3.2);
});
