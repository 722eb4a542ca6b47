/** A run that ended before each request of its plan was made once. */
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { hasLoad, type PlannedFigures, type RunReport } from '../../../../shared/model/report.ts';
import { applyRules, saidOf } from '../../../../shared/rules/rule.ts';
import { RUN_RULES } from '../../../../shared/rules/run-rules.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';
import { loadOf } from '../../../helpers/plans.ts';

const base = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;

interface Made {
  readonly sent: readonly number[];
  readonly load?: object;
  readonly order?: 'mix' | 'sequence';
  readonly change?: object;
  readonly requests?: object;
}

function run({ sent, load = loadOf('users', { users: 60, requestsEach: 2 }), order = 'sequence', change, requests }: Made): RunReport {
  const all = sent.reduce((sum, count) => sum + count, 0);
  const counts = { sent: all, completed: all, failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 };
  const byRequest = sent.map((count, nth) => ({ name: `r${nth + 1}`, requests: { ...counts, sent: count } }) as unknown as PlannedFigures);
  return {
    ...base,
    load: { ...base.load, ...load, client: 'loopscope', plan: { order, requests: byRequest.map(({ name }) => ({ name })) } },
    requests: { ...counts, ...requests },
    ...{ ending: 'completed', byRequest, ...change },
  } as unknown as RunReport;
}

const told = (one: Made): string[] =>
  applyRules(RUN_RULES, run(one), ({ id }) => id === 'never-made').map((found) => wordSaid(saidOf(found)));

test('requests that no user came to are named, with how many make a whole pass', () => {
  expect(told({ sent: [60, 60, 0, 0] })).toEqual([
    '2 requests of the plan were never made: r3, r4. For a whole pass of the sequence, set --requests to 4.',
  ]);
});

test('of many the first are named', () => {
  const [said] = told({ sent: [60, 60, ...Array.from({ length: 8 }, () => 0)] });
  expect(said).toMatch(/^8 requests of the plan were never made: r3, r4, r5, r6, r7, and 3 more\. /);
});

test('of a mix a small weight may have drawn none', () => {
  expect(told({ sent: [900, 0], load: loadOf('closed'), order: 'mix' })).toEqual(['One request of the plan was never made: r2.']);
});

test('what was in flight when the load ended may have been one of them', () => {
  const said = told({ sent: [60, 0], load: loadOf('closed'), requests: { unfinished: 5 } });
  expect(said).toEqual([
    'One request of the plan has no figures: r2. When the load ended, none of its responses was complete, and whether it was made is not recorded.',
  ]);
  expect(told({ sent: [60, 0], load: loadOf('closed'), requests: { unfinished: 5, unanswered: 5 } })).toEqual([
    'One request of the plan was never made: r2.',
  ]);
});

test('nothing is said where each was made, where nothing was, and while the run goes on', () => {
  expect(told({ sent: [60, 1] })).toEqual([]);
  expect(told({ sent: [0, 0] })).toEqual([]);
  expect(told({ sent: [60, 0], change: { ending: 'running' } })).toEqual([]);
});
