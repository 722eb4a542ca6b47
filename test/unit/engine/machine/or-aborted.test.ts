import { expect, test } from 'vitest';
import { orAborted } from '../../../../electron/engine/machine/or-aborted.ts';

const never = new Promise<never>(() => {});

test('is what the promise is, unless the signal is aborted first', async () => {
  const { signal } = new AbortController();
  expect(await orAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(orAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
  const later = new AbortController();
  const waiting = orAborted(never, later.signal);
  later.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});

test('a promise that fails when nobody waits for it any more troubles nobody', async () => {
  const aborted = AbortSignal.abort(new Error('stopped'));
  await expect(orAborted(Promise.reject(new Error('failed')), aborted)).rejects.toThrow('stopped');
  // Vitest fails for a rejection that is not handled.
  await new Promise((resolve) => setImmediate(resolve));
});
