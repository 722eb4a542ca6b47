import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { clientOf } from '../../../../shared/model/clients.ts';
import { type PlanSettings, planOf } from '../../../helpers/plans.ts';

const limits = (plan: PlanSettings) =>
  clientOf(planOf(plan))
    .limits(planOf(plan))
    .map(({ field, says, hint }) => [field, wordSaid(says), wordSaid(hint)]);

test('each load process needs a connection', () => {
  expect(limits({ connections: 3, workers: 3 })).toEqual([]);
  expect(limits({ connections: 3, workers: 4 })).toEqual([
    [
      'client.workers',
      '3 connections cannot be divided among 4 load processes.',
      'Ask for at least as many connections (-c) as load processes (-w).',
    ],
  ]);
});

test('pipelining needs keep-alive', () => {
  expect(limits({ keepAlive: false })).toEqual([]);
  expect(limits({ keepAlive: false, pipelining: 2 }).map(([field]) => field)).toEqual(['client.pipelining']);
});
