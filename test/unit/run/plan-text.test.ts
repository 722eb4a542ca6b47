import { expect, test } from 'vitest';
import { fileName } from '../../../shared/format/place.ts';
import { DEFAULT_SETUP } from '../../../shared/model/setup.ts';
import { planText } from '../../../shared/words/load-plan.ts';

test('the plan in words', () => {
  expect(planText({ ...DEFAULT_SETUP.load, connections: 50, end: { by: 'amount', requests: 200 } })).toBe('50 connections, 200 requests');
  expect(planText({ ...DEFAULT_SETUP.load, connections: 1, warmupS: 3 })).toBe('1 connection for 10 s, after 3 s of warm-up');
  expect(planText({ ...DEFAULT_SETUP.load, end: { by: 'duration', seconds: 2.5 } })).toBe('10 connections for 2.5 s');
});

test('the last part of a path of any platform', () => {
  expect([fileName('/home/me/app.js'), fileName('C:\\me\\app.js'), fileName('app.js')]).toEqual(['app.js', 'app.js', 'app.js']);
});
