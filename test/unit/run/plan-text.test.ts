import { expect, test } from 'vitest';
import { text } from '../../../renderer/i18n/i18n.tsx';
import { fileName, planText } from '../../../renderer/i18n/plan-text.ts';
import { DEFAULT_LOAD } from '../../../shared/model/setup.ts';

const head = ((key: string, values: never) => text(`run.head.${key}` as never, values)) as never;

test('the plan in words', () => {
  expect(planText({ ...DEFAULT_LOAD, connections: 50, end: { by: 'amount', requests: 200 } }, head)).toBe('50 connections, 200 requests');
  expect(planText({ ...DEFAULT_LOAD, connections: 1, warmupS: 3 }, head)).toBe('1 connection for 10 s, after 3 s of warm-up');
  expect(planText({ ...DEFAULT_LOAD, end: { by: 'duration', seconds: 2.5 } }, head)).toBe('10 connections for 2.5 s');
});

test('the last part of a path of any platform', () => {
  expect([fileName('/home/me/app.js'), fileName('C:\\me\\app.js'), fileName('app.js')]).toEqual(['app.js', 'app.js', 'app.js']);
});
