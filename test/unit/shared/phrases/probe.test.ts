import { expect, test } from 'vitest';
import type { ProbeReport } from '../../../../shared/model/probe.ts';
import { answerOf } from '../../../../shared/phrases/probe.ts';
import { PROBED } from '../../../helpers/fake-probe.ts';

const LEFT: Partial<ProbeReport> = { light: null, synchronous: null, arrivals: null, ramp: null };
const told = (changes: Partial<ProbeReport>): string[] => answerOf({ ...PROBED, ...changes });
const untried = (reason: 'budget' | 'stopped' | 'no-answer') => (['light', 'rates', 'ramp'] as const).map((part) => ({ part, reason }));

test('a probe without time for the rest says in one sentence what it did not try, and what to do', () => {
  const during = { ...LEFT, workers: null, reason: 'budget' as const, cuts: [{ during: 'level' as const, reason: 'budget' as const }] };
  expect(told({ ...during, untried: untried('budget') }).at(-1)).toBe(
    'Not tried, or not to the end, for lack of time: the numbers of connections, the other route (--light-url), arrival rates, a rising rate. Allow more (--budget).',
  );
});

test('who was asked for another route is not told to name one', () => {
  expect(told({ ...LEFT, untried: [] })).toContainEqual(expect.stringContaining('Name a second, fast one with --light-url'));
  expect(told({ ...LEFT, untried: untried('budget') }).join(' ')).not.toContain('Name a second');
});

test('where the probe was stopped, or the service stopped responding, that is said in place of the time', () => {
  expect(told({ ...LEFT, cuts: [{ during: 'light', reason: 'stopped' }], untried: untried('stopped').slice(1) })).toContain(
    'Not tried, or not to the end, because the probe was stopped: the other route (--light-url), arrival rates, a rising rate.',
  );
  const silent = told({ ...LEFT, cuts: [{ during: 'level', reason: 'no-answer' }], untried: untried('no-answer') });
  expect(silent.slice(-2)).toEqual([
    'Not all numbers of connections were tried: more than half of the requests for it failed. If they timed out, allow more (--timeout).',
    'Not tried after that: the other route (--light-url), arrival rates, a rising rate.',
  ]);
});

test('a probe that tried everything says nothing of that', () => {
  expect(told({ untried: [] }).join(' ')).not.toContain('Not tried');
});
