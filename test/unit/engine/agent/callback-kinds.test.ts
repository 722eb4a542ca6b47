/** What Node makes for callbacks, as this and later versions of it have them. */
import { AsyncResource, createHook, executionAsyncResource } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { type CallbackKind, kindOf } from '../../../../electron/engine/agent/requests/callback-kinds.ts';

/** Of the callbacks that begin until `done` is called. */
function kindsUntil(begin: (done: () => void) => void): Promise<Set<CallbackKind>> {
  return new Promise((resolve) => {
    const kinds = new Set<CallbackKind>();
    const hook = createHook({ before: () => kinds.add(kindOf(executionAsyncResource())) }).enable();
    begin(() => {
      hook.disable();
      resolve(kinds);
    });
  });
}

test('ticks and promises follow a callback of the system, a timer is one', async () => {
  expect(await kindsUntil((done) => process.nextTick(done))).toContain('follows');
  expect(await kindsUntil((done) => void Promise.resolve().then(done))).toContain('follows');
  expect(await kindsUntil((done) => setTimeout(done, 1))).toContain('timer');
  expect(await kindsUntil((done) => new AsyncResource('x').runInAsyncScope(done))).toContain('scope');
});

test('a tick follows a callback also where Node has a class for it', () => {
  // As later versions of Node 26 have them.
  class TickObject {
    callback = () => {};
  }
  expect(kindOf(new TickObject())).toBe('follows');
});
