import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideStop, GIVE_UP_AFTER_MS, KILL_AFTER_MS, type LadderView } from '../../../../electron/engine/target/stop-ladder.ts';

const running: LadderView = { elapsedMs: 0, mainAlive: true, alive: 3, asked: false, leftoversAsked: false };

test('asks once, waits, kills, then gives up', () => {
  expect(decideStop(running)).toBe('ask');
  expect(decideStop({ ...running, elapsedMs: 50, asked: true })).toBe('wait');
  expect(decideStop({ ...running, elapsedMs: KILL_AFTER_MS, asked: true })).toBe('kill');
  expect(decideStop({ ...running, elapsedMs: GIVE_UP_AFTER_MS, asked: true })).toBe('give-up');
});

test('asks processes left by the main process as well', () => {
  const left = { ...running, elapsedMs: 100, asked: true, mainAlive: false, alive: 1 };
  expect(decideStop(left)).toBe('ask-leftovers');
  expect(decideStop({ ...left, leftoversAsked: true })).toBe('wait');
});

test('always ends: done when nothing is alive, and no state exceeds its limit', () => {
  const view = fc.record({
    elapsedMs: fc.integer({ min: 0, max: 20_000 }),
    mainAlive: fc.boolean(),
    alive: fc.nat(5),
    asked: fc.boolean(),
    leftoversAsked: fc.boolean(),
  });
  fc.assert(
    fc.property(view, (any) => {
      const action = decideStop(any);
      expect(action === 'done').toBe(any.alive === 0);
      if (any.elapsedMs >= KILL_AFTER_MS && any.alive > 0) expect(['kill', 'give-up']).toContain(action);
      if (any.elapsedMs >= GIVE_UP_AFTER_MS && any.alive > 0) expect(action).toBe('give-up');
    }),
    { seed: 1 },
  );
});
