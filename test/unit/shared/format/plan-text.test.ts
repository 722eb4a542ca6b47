import { expect, test } from 'vitest';
import { fileName } from '../../../../shared/format/place.ts';
import { DEFAULT_SETUP, type LoadOf, type Setup } from '../../../../shared/model/setup/setup.ts';
import { planText } from '../../../../shared/phrases/load-plan.ts';

test('words the load plan', () => {
  const plan = (load: Partial<LoadOf<'closed'>>, client: Partial<Setup['client']> = {}) =>
    planText({ ...DEFAULT_SETUP.load, ...load }, { ...DEFAULT_SETUP.client, ...client });
  expect(plan({ connections: 50, end: { by: 'amount', requests: 200 } })).toBe('50 connections, 200 requests');
  expect(plan({ connections: 1, warmupS: 3 })).toBe('1 connection for 10 s, after 3 s of warm-up');
  expect(plan({ end: { by: 'duration', seconds: 2.5 } })).toBe('10 connections for 2.5 s');
  expect(plan({}, { pipelining: 4 })).toBe('10 connections with 4 requests in flight on each for 10 s');
  expect(plan({ connections: 1, warmupS: 1 }, { pipelining: 4 })).toBe(
    '1 connection with 4 requests in flight for 10 s, after 1 s of warm-up',
  );
  expect(plan({ end: { by: 'amount', requests: 200 } }, { workers: 2 })).toBe('10 connections, 200 requests, from 2 load processes');
});

test('the last part of a path of any platform', () => {
  expect([fileName('/home/me/app.js'), fileName('C:\\me\\app.js'), fileName('app.js')]).toEqual(['app.js', 'app.js', 'app.js']);
});
