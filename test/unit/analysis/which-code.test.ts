import { expect, test } from 'vitest';
import { computeCodePart } from '../../../shared/analysis/which-code.ts';
import { UNKNOWN_CPU } from '../../../shared/model/known-cpu.ts';
import { type HotCode, hasLoad, type RunReport } from '../../../shared/model/report.ts';
import { tellAnswer } from '../../../shared/words/answer.ts';
import { makeReport, makeSetup } from '../../helpers/fake-data.ts';
import { KNOWN_CPU } from '../../helpers/known-cpu.ts';

const base = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;

const own = (totalPercent: number, name = '(anonymous)') => ({
  function: name,
  url: 'file:///app/src/app.js',
  line: 4,
  total: totalPercent * 1e4,
  totalMs: totalPercent * 10,
  totalPercent,
});
const pug = { name: 'pug', kind: 'dependency', function: 'compile', total: 59e4, totalMs: 590, totalPercent: 59 } as const;
const nothing: HotCode = {
  own: null,
  inside: null,
  below: null,
  besides: null,
  outside: null,
  nodePercent: 0,
  samples: 1_000,
  cpu: KNOWN_CPU,
};

/** A run of 100 requests. */
function run(hot: Partial<HotCode> | null, change: Partial<RunReport> = {}): RunReport {
  const requests = { ...base.requests, sent: 100, completed: 100, failed: 0, unfinished: 0, unexpected: 0 };
  const profile = hot && { ...base.profile!, cpuMs: 1_000, dividedBy: 'kernel' as const, hot: { ...nothing, ...hot } };
  return { ...base, requests, ...change, profile };
}
const said = (...[hot, change]: Parameters<typeof run>) =>
  computeCodePart(run(hot, change)).map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));

test('the place of the user’s own, the package below it and what that takes of a request', () => {
  expect(said({ own: own(62), below: pug })).toEqual([
    '62 % of CPU time goes through app.js:4, most of it (5.90 ms of each request) in pug (compile).',
  ]);
  const marked = { ...pug, name: 'marked', function: 'parse', totalMs: 400, totalPercent: 40 };
  expect(said({ own: own(99), below: pug, besides: marked })).toEqual([
    '99 % of CPU time goes through app.js:4, most of it (9.90 ms of each request) in pug (compile) and marked (parse).',
  ]);
  const inside = { function: 'formatPrice', url: 'file:///app/lib/pricing.js', line: 7, selfPercent: 38.6 };
  expect(said({ own: own(87, 'show'), inside })).toEqual([
    '87 % of CPU time is in show (app.js:4) and what it calls (8.70 ms of each request); 39 % is in formatPrice (pricing.js:7) itself.',
  ]);
  // The package is what most of it is in.
  expect(said({ own: own(62), below: pug, inside })).toEqual(said({ own: own(62), below: pug }));
  expect(said({ own: own(62, 'show') })).toEqual(['62 % of CPU time is in show (app.js:4) and what it calls: 6.20 ms of each request.']);
});

test('other answers: Node’s own work, packages without one’s own code, no profile, too few samples', () => {
  expect(said({ nodePercent: 70, own: own(25) })).toEqual([
    '70 % of CPU time is the work of Node itself, outside your code and its packages; 25 % goes through app.js:4.',
  ]);
  expect(said({ nodePercent: 96, own: own(4) })).toEqual([
    '96 % of CPU time is the work of Node itself, outside your code and its packages.',
  ]);
  expect(said({ outside: pug, own: own(20) })).toEqual([
    '59 % of CPU time is in pug (compile), not called by code of your own: 5.90 ms of each request.',
  ]);
  expect(said({ outside: pug, own: own(60) })).toEqual(['60 % of CPU time is in app.js:4 and what it calls: 6.00 ms of each request.']);
  expect(said(null)).toEqual(['No profile was recorded, so which code took the time is not known.']);
  expect(said({ own: own(62), samples: 399 })).toEqual([
    'Its code used 9.40 s of CPU time, in which there were 399 samples: too few to name functions (400 are needed).',
  ]);
  expect(said({ own: own(62), samples: 399, cpu: UNKNOWN_CPU })).toEqual([
    'Outside idle and blocked time the profile has 399 samples: too few to name functions (400 are needed).',
  ]);
  expect(said({ own: own(62), cpu: { ...KNOWN_CPU, unseenMs: 940, intervalUs: 10_000 } })).toEqual([
    'Its code used 9.40 s of CPU time; 10 % of it fell between samples (one each 10.0 ms), too much to name functions.',
  ]);
});

test('silent: small shares, and a run whose first samples may still come', () => {
  expect(said({ own: own(9), nodePercent: 45 })).toEqual([]);
  expect(said({ samples: 3 }, { ending: 'measuring' })).toEqual([]);
  expect(said(null, { ending: 'measuring' })).toEqual([]);
});

test('a figure of each request only where time is CPU time and requests were answered', () => {
  const short = ['62 % of CPU time goes through app.js:4, most of it in pug (compile).'];
  const hot = { own: own(62), below: pug };
  expect(said(hot, { requests: { ...run(hot).requests, failed: 2 } })).toEqual(short);
  const { profile } = run(hot);
  for (const [by, of, words] of [
    ['estimate', 'estimate', 'estimated CPU time'],
    [null, 'sampled', 'sampled time'],
  ] as const) {
    const other = { ...run(hot), profile: { ...profile!, dividedBy: by, hot: { ...profile!.hot, cpu: { ...KNOWN_CPU, by } } } };
    const parts = computeCodePart(other);
    expect(parts).toMatchObject([{ of, perRequestMs: null }]);
    expect(tellAnswer(parts[0]!)).toContain(` of ${words} goes through app.js:4`);
  }
});
