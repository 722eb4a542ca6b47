import { expect, test } from 'vitest';
import { RequestCache } from '../../../../renderer/state/request-cache.ts';
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';

/** An engine that answers when told to. */
function slowEngine() {
  const waiting: ((outcome: Outcome<unknown>) => void)[] = [];
  const ask = () => new Promise<Outcome<unknown>>((resolve) => waiting.push(resolve));
  const answer = async (outcome: Outcome<unknown>) => {
    waiting.shift()!(outcome);
    await Promise.resolve();
  };
  return { ask, answer, asked: () => waiting.length };
}

test('keeps the previous response until the new one arrives', async () => {
  const { ask, answer } = slowEngine();
  const cache = new RequestCache();
  cache.subscribe('k', () => undefined);
  cache.load('k', 1, ask);
  expect(cache.peek('k')).toEqual({ data: undefined, failure: null, loading: true });
  await answer(succeed('one'));
  cache.load('k', 2, ask);
  expect(cache.peek('k')).toEqual({ data: 'one', failure: null, loading: true });
  await answer(succeed('two'));
  expect(cache.peek('k')).toEqual({ data: 'two', failure: null, loading: false });
});

test('at most one request per key is in flight; of those made meanwhile only the last is sent', async () => {
  const { ask, answer, asked } = slowEngine();
  const cache = new RequestCache();
  cache.subscribe('k', () => undefined);
  for (const version of [1, 2, 3, 4]) cache.load('k', version, ask);
  expect(asked()).toBe(1);
  await answer(succeed('one'));
  expect(asked()).toBe(1);
  await answer(succeed('four'));
  expect(asked()).toBe(0);
  expect(cache.peek('k').data).toBe('four');
  cache.load('k', 4, ask);
  expect(asked()).toBe(0);
});

test('a failure is kept beside the previous response', async () => {
  const { ask, answer } = slowEngine();
  const cache = new RequestCache();
  cache.subscribe('k', () => undefined);
  cache.load('k', 1, ask);
  await answer(succeed('one'));
  cache.load('k', 2, ask);
  await answer(fail('busy', { verbatim: 'Not now.' }));
  expect(cache.peek('k')).toMatchObject({ data: 'one', failure: { code: 'busy' }, loading: false });
});

test('requests with different keys do not wait for each other', () => {
  const { ask, asked } = slowEngine();
  const cache = new RequestCache();
  cache.load('a', 1, ask);
  cache.load('b', 1, ask);
  expect(asked()).toBe(2);
});

test('listeners are told of each change; an entry without listeners is dropped', async () => {
  const { ask, answer } = slowEngine();
  const cache = new RequestCache();
  let heard = 0;
  const stop = cache.subscribe('k', () => heard++);
  cache.load('k', 1, ask);
  await answer(succeed('one'));
  expect(heard).toBe(2);
  stop();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(cache.peek('k').data).toBeUndefined();
});
