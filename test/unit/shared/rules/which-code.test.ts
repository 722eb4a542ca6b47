import { expect, test } from 'vitest';
import { UNKNOWN_CPU } from '../../../../shared/model/profile/known-cpu.ts';
import { type HotCode, hasLoad, type RouteFigures, type RunReport } from '../../../../shared/model/report.ts';
import { routesTable } from '../../../../shared/report/tables/routes.ts';
import { type AnswerPart, computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { makeReport, makeRoutes, makeSetup } from '../../../helpers/fake-data.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';

const base = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;

const own = (totalPercent: number, name = '(anonymous)') => ({
  function: name,
  url: 'file:///app/src/app.js',
  line: 4,
  total: totalPercent * 1e4,
  totalMs: totalPercent * 10,
  totalPercent,
  isForRequests: true as const,
});
const pug = {
  ...({ name: 'pug', kind: 'dependency', function: 'compile', total: 59e4, totalMs: 590, totalPercent: 59 } as const),
  isForRequests: true,
} as const;
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
/** What the answer says of code. */
function codeOf(of: RunReport): AnswerPart[] {
  return computeAnswer(of).filter(({ kind }) => kind.startsWith('code'));
}
const said = (...[hot, change]: Parameters<typeof run>) =>
  codeOf(run(hot, change)).map((part) => tellAnswer(part).replaceAll('\u00a0', ' '));

test('with a pass without inlining, what a function does itself is as that has it', () => {
  const inside = { function: 'formatPrice', url: 'file:///app/lib/pricing.js', line: 7, selfPercent: 38.6, isLeast: true as const };
  const row = { ...base.profile!.heavy[0]!, ...inside, selfPercent: 61.6 };
  const exact = (samples: number, rows = [row]) => ({ ...base.profile!, own: rows, hot: { ...nothing, samples } });
  const saidOf = (passed: ReturnType<typeof exact>, change: Partial<RunReport> = {}) => {
    const one = run({ own: own(87, 'show'), inside }, change);
    return codeOf({ ...one, profile: { ...one.profile!, exact: passed } }).map((part) => tellAnswer(part).replaceAll('\u00a0', ' '))[0];
  };
  expect(saidOf(exact(1_000))).toMatch(/; without inlining 62 % is in formatPrice \(pricing\.js:7\) itself\.$/);
  const least = /; at least 39 % is in formatPrice \(pricing\.js:7\)\.$/;
  expect(saidOf(exact(100))).toMatch(least);
  expect(saidOf(exact(1_000, []))).toMatch(least);
  expect(saidOf(exact(1_000, [{ ...row, selfPercent: 88 }]))).toMatch(least);
  expect(saidOf(exact(1_000), { window: { fromMs: 0, toMs: 1_000 } })).toMatch(least);
});

test('the place of the user’s own, the package below it and what that takes of a request', () => {
  expect(said({ own: own(62), below: pug })).toEqual([
    '62 % of CPU time goes through app.js:4, most of it (5.90 ms a request on average) in pug (compile).',
  ]);
  const marked = { ...pug, name: 'marked', function: 'parse', totalMs: 400, totalPercent: 40 };
  expect(said({ own: own(99), below: pug, besides: marked })).toEqual([
    '99 % of CPU time goes through app.js:4, most of it (9.90 ms a request on average) in pug (compile) and marked (parse).',
  ]);
  const inside = { function: 'formatPrice', url: 'file:///app/lib/pricing.js', line: 7, selfPercent: 38.6 };
  expect(said({ own: own(87, 'show'), inside })).toEqual([
    '87 % of CPU time is in show (app.js:4) and what it calls (8.70 ms a request on average); 39 % is in formatPrice (pricing.js:7) itself.',
  ]);
  expect(said({ own: own(87, 'show'), inside: { ...inside, isLeast: true } })).toEqual([
    '87 % of CPU time is in show (app.js:4) and what it calls (8.70 ms a request on average); at least 39 % is in formatPrice (pricing.js:7).',
  ]);
  const insideAnd = { ...inside, function: 'makeTree', line: 20, selfPercent: 37.5 };
  expect(said({ own: own(87, 'show'), inside, insideAnd })).toEqual([
    '87 % of CPU time is in show (app.js:4) and what it calls (8.70 ms a request on average); 39 % is in formatPrice (pricing.js:7) itself and 38 % in makeTree (pricing.js:20).',
  ]);
  // The package is what most of it is in.
  expect(said({ own: own(62), below: pug, inside, insideAnd })).toEqual(said({ own: own(62), below: pug }));
  expect(said({ own: own(62, 'show') })).toEqual([
    '62 % of CPU time is in show (app.js:4) and what it calls: 6.20 ms a request on average.',
  ]);
});

test('other answers: Node’s own work, packages without one’s own code, no profile, too few samples', () => {
  expect(said({ nodePercent: 70, own: own(25) })).toEqual([
    '70 % of CPU time is the work of Node itself, outside your code and its packages; 25 % goes through app.js:4.',
  ]);
  expect(said({ nodePercent: 96, own: own(4) })).toEqual([
    '96 % of CPU time is the work of Node itself, outside your code and its packages.',
  ]);
  // What calls the program may have some of its code in it.
  const calls = { function: 'poll', url: 'file:///app/src/app.js', line: 3 };
  expect(said({ nodePercent: 98, callsBack: { function: 'listOnTimeout', percent: 96, calls } })).toEqual([
    '96 % of CPU time is counted for listOnTimeout of Node, which calls poll (app.js:3): V8 counts code that it has inlined, or compiled for a loop before the profile began, for its caller.',
  ]);
  expect(said({ nodePercent: 60, own: own(25), callsBack: { function: 'emit', percent: 40, calls: null } })).toEqual([
    '40 % of CPU time is counted for emit of Node, which calls code of the program: V8 counts code that it has inlined, or compiled for a loop before the profile began, for its caller.',
  ]);
  expect(said({ nodePercent: 70, own: own(25), callsBack: { function: 'emit', percent: 5, calls: null } })).toEqual(
    said({ nodePercent: 70, own: own(25) }),
  );
  expect(said({ outside: pug, own: own(20) })).toEqual([
    '59 % of CPU time is in pug (compile), not called by code of your own: 5.90 ms a request on average.',
  ]);
  expect(said({ outside: { ...pug, isSpread: true } })).toEqual([
    '59 % of CPU time is in pug (mostly compile): 5.90 ms a request on average.',
  ]);
  // A program that was installed itself has none.
  expect(said({ outside: pug })).toEqual(['59 % of CPU time is in pug (compile): 5.90 ms a request on average.']);
  expect(said({ outside: pug, own: own(60) })).toEqual([
    '60 % of CPU time is in app.js:4 and what it calls: 6.00 ms a request on average.',
  ]);
  // As in a large framework whose time is spread over what it is built of.
  const [lodash, knex] = [
    { ...pug, name: 'lodash', function: 'baseClone', totalMs: 160, totalPercent: 16 },
    { ...pug, name: 'knex', function: 'toSQL', totalMs: 130, totalPercent: 13 },
  ];
  expect(said({ outside: lodash, outsideAnd: knex })).toEqual([
    '16 % of CPU time is in lodash (baseClone) and 13 % in knex (toSQL): together 2.90 ms a request on average.',
  ]);
  expect(said({ outside: lodash, outsideAnd: { ...knex, totalPercent: 9 } })).toEqual([
    '16 % of CPU time is in lodash (baseClone): 1.60 ms a request on average.',
  ]);
  expect(said(null)).toEqual(['No profile was recorded, so which code took the time is not known.']);
  expect(said({ own: own(62), samples: 399 })).toEqual([
    'Its code used 9.40 s of CPU time, in which there were 399 samples: too few to name functions (400 are needed).',
  ]);
  expect(said({ own: own(62), samples: 399, cpu: UNKNOWN_CPU })).toEqual([
    'Outside idle and blocked time the profile has 399 samples: too few to name functions (400 are needed).',
  ]);
  expect(said({ own: own(62), cpu: { ...KNOWN_CPU, unseenMs: 940, intervalUs: 10_000 } })).toEqual([
    'Its code used 9.40 s of CPU time; 10 % of it fell between samples (one every 10.0 ms), too much to name functions.',
  ]);
  expect(said({ own: own(62), samples: 200, cpu: { ...KNOWN_CPU, unseenMs: 1_410, lostMs: 1_400 } })).toEqual([
    'Its code used 9.40 s of CPU time; the samples of 15 % of it are lost, because the process, or one of its threads, ended before it handed them over: too much to name functions.',
  ]);
  expect(said({ own: own(62), cpu: { ...KNOWN_CPU, unseenMs: 300, lostMs: 290 } })).toEqual(said({ own: own(62) }));
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
  const stalled = (max: number) => ({ server: [{ ...base.server[0]!, loopDelayMs: { max } }] });
  expect(said(hot, stalled(0.3 * base.load.durationMs))).toEqual(short);
  expect(said(hot, stalled(0.1 * base.load.durationMs))).not.toEqual(short);
  const { profile } = run(hot);
  for (const [by, of, words] of [
    ['estimate', 'estimate', 'estimated CPU time'],
    [null, 'sampled', 'sampled time'],
  ] as const) {
    const other = { ...run(hot), profile: { ...profile!, dividedBy: by, hot: { ...profile!.hot, cpu: { ...KNOWN_CPU, by } } } };
    const parts = codeOf(other);
    expect(parts).toMatchObject([{ of, perRequest: null }]);
    expect(tellAnswer(parts[0]!)).toContain(` of ${words} goes through app.js:4`);
  }
});

test('no figure of a request where the code, or what it goes through, is not known to be for requests', () => {
  const { isForRequests: _, ...refresh } = own(62, 'refresh');
  expect(said({ own: refresh })).toEqual(['62 % of CPU time is in refresh (app.js:4) and what it calls.']);
  expect(said({ own: refresh, below: pug })).toEqual(['62 % of CPU time goes through refresh (app.js:4), most of it in pug (compile).']);
  const { isForRequests: __, ...marked } = { ...pug, name: 'marked' };
  expect(said({ own: own(62), below: pug, besides: marked })[0]).not.toContain('a request');
  expect(said({ outside: marked })).toEqual(['59 % of CPU time is in marked (compile).']);
});

test('of a plan of several requests it is an average over them, and where routes are known and differ, the costliest is named in its place', () => {
  const hot = { own: own(97, 'heavy') };
  const plan = { order: 'mix', requests: ['home', 'list', 'report'].map((name) => ({ name })) } as never;
  const load = { ...run(hot).load, plan };
  expect(said(hot, { load })).toEqual([
    '97 % of CPU time is in heavy (app.js:4) and what it calls: 9.70 ms a request on average over the 3 requests of the plan, which “Attribute CPU to requests” (--by-request) tells apart.',
  ]);
  const distribution = makeRoutes().routes[0]!.cpuMs!;
  const routesOf = (...means: number[]): RunReport['routes'] => ({
    ...makeRoutes(),
    isCpuTime: true,
    routes: means.map((mean, place) => ({
      ...makeRoutes().routes[0]!,
      route: `GET /${place}`,
      requests: 50,
      failed: 0,
      cpuMs: { ...distribution, count: 50, mean, stdev: 0.2 * mean },
    })),
  });
  const heavy = '97 % of CPU time is in heavy (app.js:4) and what it calls';
  expect(said(hot, { load, routes: routesOf(29, 0.09, 0.3) })).toEqual([
    `${heavy}.`,
    'On average a request to GET /0 took 29.0 ms of CPU time, and one to any of the 2 other routes at most 300 µs.',
  ]);
  const { routes: told, ...rest } = routesOf(29, 0.09)!;
  expect(said(hot, { load, routes: { ...rest, routes: told.map((route, at) => ({ ...route, failed: at === 0 ? 20 : 0 })) } })[1]).toBe(
    'On average a request to GET /0 (those with a status of 400 and above included) took 29.0 ms of CPU time, and one to GET /1 90.0 µs.',
  );
  // Rare, and dearer than that which most of the time is for: that one is not named as if it were the costliest, nor is an average said.
  expect(said(hot, { load, routes: { ...routesOf(3, 40)!, isCpuTime: false } })).toEqual([`${heavy}.`]);
  expect(said(hot, { load, routes: routesOf(7.38, 10.6, 0.1) })).toEqual([`${heavy}.`]);
  // The first of two that are alike, by chance.
  expect(said(hot, { load, routes: routesOf(10.6, 10.5, 0.1) })).toEqual([`${heavy}.`]);
  expect(said(hot, { load, routes: { ...routesOf(13, 10.5, 0.1)!, isCpuTime: false } })).toEqual([
    `${heavy}.`,
    'On average a request to GET /0 took 13.0 ms on the main thread, and one to any of the 2 other routes at most 10.5 ms.',
  ]);
  // Of one request, whose spread is not known, beside fifty.
  const [first, second, rare] = routesOf(29, 0.09, 20)!.routes;
  const withRare = (mean: number) => ({
    ...rest,
    routes: [first!, second!, { ...rare!, requests: 1, cpuMs: { ...rare!.cpuMs!, mean, stdev: 0 } }],
  });
  expect(said(hot, { load, routes: withRare(20) })).toEqual([`${heavy}.`]);
  expect(said(hot, { load, routes: withRare(9) })).toHaveLength(2);
  expect(said(hot, { load, routes: routesOf(5, 4, 6) })).toEqual([
    `${heavy}: 9.70 ms a request on average over the 3 requests of the plan.`,
  ]);
  expect(said(hot, { routes: routesOf(9) })).toEqual([`${heavy}: 9.70 ms a request on average.`]);
});

test('of a route that two servers have, the server is named; where a request counts in both and they are not told apart, no average is', () => {
  const [ofApp, ofProxy] = [makeRoutes().routes[0]!, makeRoutes().routes[0]!].map((route, at) => ({
    ...route,
    ...{ route: 'GET /b', requests: 50, failed: 0 },
    cpuMs: { ...makeRoutes().routes[0]!.cpuMs!, count: 50, mean: at === 0 ? 20 : 0.9, stdev: 0.1 },
  })) as [RouteFigures, RouteFigures];
  const routes = { ...makeRoutes(), isCpuTime: true, processes: 2 };
  const hot = { own: own(97, 'heavy') };
  const members = [
    { ...ofApp, member: 'app' },
    { ...ofProxy, member: 'proxy' },
  ];
  const requests = { ...base.requests, sent: 50 };
  expect(said(hot, { requests, routes: { ...routes, routes: members } })).toContain(
    'On average a request to GET /b in app took 20.0 ms of CPU time, and one to GET /b in proxy 900 µs.',
  );
  const average = { ...ofApp, route: 'GET /b', requests: 100 };
  const both = { ...routes, routes: [average, { ...ofProxy, route: 'GET /a', requests: 10 }] };
  expect(said(hot, { requests, routes: both }).join(' ')).not.toContain('On average');
  expect(routesTable({ routes: both, requests })!.note).toContain('More requests ended in the processes of the server than the load sent');
  expect(said(hot, { requests: { ...requests, sent: 110 }, routes: both }).join(' ')).toContain('On average a request to GET /b took');
});

test('a profile of processes that serve nothing, or beside others that worked, is not said to be of all CPU time', () => {
  const [first] = base.server;
  const { pid } = base.profile!.threads[0]!;
  const seen = { ...first!, pid };
  const other = (mean: number, serves?: true) => ({
    ...first!,
    pid: 31_337,
    cpuPercent: { mean, max: mean },
    elu: null,
    ...(serves && { serves }),
  });
  const hot = { own: own(62, 'tick') };
  const whole = said(hot, { server: [seen] });
  expect(said(hot, { server: [seen, other(3)] })).toEqual(whole);
  expect(said(hot, { server: [seen, other(40)] })).toEqual([
    expect.stringMatching(/^62 % of the CPU time of threads with a profile is in tick \(app\.js:4\)/),
  ]);
  expect(said(hot, { server: [seen, other(3, true)] })).toEqual([
    'What listens, process 31337, has no profile: which code of it took the time is not known.',
    expect.stringMatching(/^62 % of the CPU time of threads with a profile is in tick/),
  ]);
  expect(said({ samples: 3 }, { server: [seen, other(40)] })[0]).toMatch(/^The code of threads with a profile used 9\.40 s/);
  expect(said(hot, { server: [{ ...seen, serves: true }, other(3, true)] })).toEqual(whole);
});

test('worker threads that ended before they handed over a profile are no part of what is told', () => {
  const [first] = base.server;
  const { pid } = base.profile!.threads[0]!;
  const thread = (kind: 'main' | 'ended workers', cpuMs: number) => ({
    ...{ kind, cpuMs, threads: 1, thread: kind === 'main' ? 0 : null, samples: null },
  });
  const server = (endedMs: number) => {
    const rows = [thread('main', 500), thread('ended workers', endedMs)];
    return { ...first!, pid, cpuByThread: { by: 'kernel', agrees: true, durationMs: base.load.durationMs, rows } as never };
  };
  const hot = { own: own(62, 'tick') };
  expect(said(hot, { server: [server(0.01 * base.load.durationMs)] })[0]).toMatch(/^62 % of CPU time is in tick/);
  expect(said(hot, { server: [server(0.5 * base.load.durationMs)] })[0]).toMatch(
    /^62 % of the CPU time of threads with a profile is in tick/,
  );
});
