import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { SharedWork } from '../../../../electron/engine/agent/requests/shared-work.ts';

function port(): object {
  const { port1 } = new MessageChannel();
  onTestFinished(() => port1.close());
  return port1;
}

test('the port to Loopscope’s own thread is no work of the program', () => {
  const names: string[] = [];
  const own = port();
  const work = new SharedWork(
    (name) => names.push(name),
    { own: new Set([own]), hasThreads: () => false },
    () => {},
  );
  expect(work.of(own, 'handle', true)).toBeNull();
  expect(names).toEqual([]);
});

test('ports are those of worker threads only in a program that has started one', () => {
  const names: string[] = [];
  let hasThreads = false;
  const work = new SharedWork(
    (name) => names.push(name),
    { own: new Set(), hasThreads: () => hasThreads },
    () => {},
  );
  expect(work.of(port(), 'handle', true)).not.toBeNull();
  hasThreads = true;
  expect(work.of(port(), 'handle', true)).not.toBeNull();
  expect(names).toEqual(['message ports', 'worker threads']);
});

test('an interval is shared where a request or other shared work has set it, and not where the program has by itself', () => {
  const work = new SharedWork(
    () => {},
    { own: new Set(), hasThreads: () => false },
    () => {},
  );
  expect(work.of({ _repeat: 5 }, 'timer', false)).not.toBeNull();
  expect(work.of({ _repeat: 5 }, 'timer', true)).toBeNull();
});
