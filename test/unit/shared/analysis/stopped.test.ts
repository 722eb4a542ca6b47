import { expect, test } from 'vitest';
import { findStopped, findStoppedFailure, isAboveBySilence } from '../../../../shared/analysis/silence.ts';
import { computeVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { toBoundedDistribution } from '../../../../shared/load/bounds.ts';
import { ExactDistribution } from '../../../../shared/load/distribution.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { tellHeadline } from '../../../../shared/phrases/headline.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { computeFindings } from '../../../../shared/rules/findings.ts';
import { judgeLimit } from '../../../helpers/judge-limit.ts';
import { hintOf } from '../../../helpers/worded.ts';
import { makeReport } from './runs.ts';

const DIFFERENCES = [{ field: 'script', values: ['a.js', 'b.js'] }];

const S = 1_000_000;
const plain = (shown: string) => shown.replaceAll('\u00a0', ' ');

/** 10 s with ten connections: so many answered in 10 ms each, then silence from `fromS` to `toS`, at whose end so many wait that never get a response. */
function silent({ fromS = 0.2, toS = 10, unanswered = 10, answered = 1_000, late = 0 } = {}): RunReport {
  const report = makeReport({ requestsPerSecond: answered / 10 });
  const [known, censored] = [new ExactDistribution(), new ExactDistribution()];
  known.record(10_000, answered);
  if (unanswered > 0) censored.record(14_800_000, unanswered);
  return {
    ...report,
    load: { ...report.load, model: 'closed', connections: 10, durationMs: 10_000 } as RunReport['load'],
    requests: {
      ...{ sent: answered + unanswered, completed: answered, failed: 0, timedOut: 0, unfinished: unanswered, dropped: 0, unexpected: 0 },
      ...{ unanswered, oldestMs: unanswered === 0 ? null : 14_800 },
      ...(late === 0 ? {} : { late: { completed: late, expected: late } }),
    },
    latencyMs: toBoundedDistribution(known, censored),
    silences: [{ from: fromS * S, to: toS * S, inFlight: 10, oldestStart: (fromS - 0.01) * S }],
    waitedMs: 5_000,
  };
}

test('the first sentence is what was seen, and figures are of those that were answered before', () => {
  const told = computeAnswer(silent()).map(tellAnswer).map(plain);
  expect(told[0]).toBe('No response came in the last 9.8 s: all 10 connections were waiting.');
  expect(told[1]).toBe('Of the requests answered before 200 ms, 99 % took at most 10.0 ms.');
  expect(told.join(' ')).not.toMatch(/idle|1 connection|arrived within|\/s/);
  expect(computeFindings(silent(), () => null).map(({ id }) => id)).toEqual(['stopped-answering', 'unanswered']);
});

test('how busy an event loop was is an average over both times, and not said', () => {
  const kinds = (run: RunReport) =>
    computeAnswer({ ...run, server: run.server.map((one) => ({ ...one, elu: { mean: 0.15, max: 1 } })) }).map(({ kind }) => kind);
  expect(kinds(silent({ fromS: 2, toS: 3, unanswered: 0 }))).toContain('loop');
  expect(kinds(silent({ fromS: 4 }))).not.toContain('loop');
});

test('where responses began and did not end, it is said what to look for; of a server that sent nothing it is not', () => {
  const run = silent();
  const firstByteMs = (without: number) => {
    const [known, censored] = [new ExactDistribution(), new ExactDistribution()];
    known.record(9_000, 1_000);
    if (without > 0) censored.record(14_800_000, without);
    return toBoundedDistribution(known, censored);
  };
  const said = (without: number) => {
    const half = { ...run, firstByteMs: firstByteMs(without) };
    const failure = findStoppedFailure(half);
    const told = computeAnswer(half).filter(({ kind }) => kind === 'half-responses');
    return [told.map(tellAnswer).join(), failure?.hint && 'key' in failure.hint && failure.hint.key];
  };
  expect(said(0)).toEqual([
    expect.stringMatching(/^Of 10 requests the response began and did not end\. Look for .* Content-Length/),
    'load.lookForEnd',
  ]);
  expect(said(8)).toEqual([expect.stringMatching(/^Of 2 requests/), 'load.lookWhere']);
  expect(said(10)).toEqual(['', 'load.lookWhere']);
});

test('the run has failed if that was so through all of its last half', () => {
  expect(findStoppedFailure(silent())).toMatchObject({ code: 'stopped-answering' });
  expect(findStopped(silent({ fromS: 6 }))).toMatchObject({ ms: 4_000, isLastHalf: false });
  expect(findStoppedFailure(silent({ fromS: 6 }))).toBeNull();
});

test('nothing of the kind is said of a server that answers whoever was waited for, or that goes on', () => {
  for (const run of [silent({ unanswered: 0, late: 10 }), silent({ toS: 4.2, unanswered: 0 }), silent({ late: 3, unanswered: 7 })]) {
    expect(computeAnswer(run).map(({ kind }) => kind)).not.toContain('silent');
    expect(findStoppedFailure(run)).toBeNull();
  }
  // Of the last one some got nothing, and that is said.
  expect(plain(tellAnswer(computeAnswer(silent({ late: 3, unanswered: 7 }))[0]!))).toBe(
    '7 of 1,007 requests were still waiting for a whole response when the run ended (the oldest for 14.8 s).',
  );
});

test('connections that are refused until the end are silence as well, but not of visitors, of whom nobody may have come', () => {
  const run = silent({ unanswered: 0 });
  const requests = { ...run.requests, sent: 1_080, failed: 80 };
  const refused = { ...run, requests, waitedMs: 0, silences: [{ ...run.silences![0]!, inFlight: 1 }], errors: { ECONNREFUSED: 80 } };
  expect(findStoppedFailure(refused)).toMatchObject({ code: 'stopped-answering', hint: { key: 'failedLoadHint.ECONNREFUSED' } });
  const [first, second] = computeAnswer(refused).map(tellAnswer).map(plain);
  expect(first).toBe('No response came in the last 9.8 s: the requests sent meanwhile failed.');
  expect(second).toMatch(/^7\.4 % of requests failed \(80 of 1,080\): nothing was listening there/);
  expect(
    findStopped({ ...refused, load: { ...run.load, model: 'arrivals', schedule: '50/s for 2s, pause 8s' } as RunReport['load'] }),
  ).toBeNull();
  expect(findStopped({ ...refused, requests: { ...requests, failed: 0 } })).toBeNull();
  const one = { ...refused, requests: { ...requests, sent: 1_081, unanswered: 1, unfinished: 1 }, waitedMs: 2_000 };
  expect(plain(tellAnswer(computeAnswer(one)[0]!))).toBe(
    'No response came in the last 9.8 s: one request was waiting, and the others sent meanwhile failed.',
  );
});

/** 300 requests, all sent after 3 s: some got no response in 2 s, of which so many are the last that were sent. */
function allSent({ lost = 6, lostSince = 0, load = {}, fromS = 3, ending = 'completed' } = {}): RunReport {
  const run = silent({ unanswered: 0 });
  const [known, censored] = [new ExactDistribution(), new ExactDistribution()];
  known.record(6_000, 300 - lost);
  censored.record(2_000_000, lost);
  return {
    ...run,
    ending,
    load: { ...run.load, model: 'arrivals', schedule: '100/s for 3s', maxInFlight: 100, durationMs: 5_000, ...load } as RunReport['load'],
    requests: { ...run.requests, sent: 300, completed: 300 - lost, failed: lost, timedOut: lost, unfinished: 0 },
    lastRequests: { sentMs: 3_000, lostSince },
    latencyMs: toBoundedDistribution(known, censored),
    errors: { TIMEOUT: lost },
    silences: [{ from: fromS * S, to: 5 * S, inFlight: 0, oldestStart: S }],
    waitedMs: 0,
  };
}

const AMOUNT = { model: 'closed', connections: 4, end: { by: 'amount', requests: 300 }, pipelining: 1 };
const USERS = { model: 'users', users: 10, requestsEach: 30, spreadS: 0, pipelining: 1 };
const RATES = { model: 'sweep', levels: '50/s,100/s', holdS: 2, maxInFlight: 100, pipelining: 1 };

test.each([
  ['arrivals', {}],
  ['an amount', AMOUNT],
  ['users', USERS],
  ['a sweep of rates', RATES],
])('waiting for a few requests when all of %s are sent is no silence of the server', (_, load) => {
  for (const lostSince of [0, 1, 2]) {
    const run = allSent({ load, lostSince });
    expect(findStopped(run)).toBeNull();
    expect(computeAnswer(run).map(({ kind }) => kind)).not.toContain('pauses');
    expect(isAboveBySilence(run, 'max', 100)).toBe(false);
  }
  // As often as before: one request in three hangs.
  expect(findStopped(allSent({ load, lost: 100, lostSince: 4 }))).toBeNull();
  expect(findStopped(allSent({ load, lostSince: 1, ending: 'stopped' }))).toBeNull();
});

test.each([
  ['arrivals', {}],
  ['an amount', AMOUNT],
  ['users', USERS],
  ['a sweep of rates', RATES],
])('where the last requests of %s are all lost, the server stopped, and the run has failed if they are half of it', (_, load) => {
  const [some, half] = [allSent({ load, lost: 10, lostSince: 10 }), allSent({ load, lost: 200, lostSince: 200, fromS: 1 })];
  expect(plain(tellAnswer(computeAnswer(some)[0]!))).toBe('No response came in the last 2.0 s: the last 10 requests got none.');
  expect(findStoppedFailure(some)).toBeNull();
  // Nobody waits any more, and no response has begun: nothing hints at one that is not ended.
  expect(findStoppedFailure(half)!.hint).toMatchObject({ key: 'load.lookWhere' });
  expect(findStoppedFailure(half)).toMatchObject({ code: 'stopped-answering' });
});

test('a load that was stopped before it had sent all is judged until its end', () => {
  const run = allSent({ load: { ...AMOUNT, end: { by: 'amount', requests: 1_000 } }, lost: 4, ending: 'stopped' });
  expect(findStopped(run)).toMatchObject({ ms: 2_000, lost: null });
});

test('silence that is short beside the responses of a server is no news', () => {
  const slow = silent({ fromS: 6.5 });
  const known = new ExactDistribution();
  known.record(2_000_000, 10);
  expect(findStopped({ ...slow, latencyMs: toBoundedDistribution(known, new ExactDistribution()) })).toBeNull();
});

test('a limit is not held by silence, whatever the ranks say, and cannot be judged within bounds', () => {
  const run = silent();
  expect(run.latencyMs!.percentiles['99']).toBe(10);
  expect(judgeLimit(run, 'p99', 100)).toBe('not held');
  expect(isAboveBySilence(run, 'mean', 4_000)).toBe(true);
  expect(isAboveBySilence(run, 'mean', 6_000)).toBe(false);
  // 0.3 s of 10 s are 3 % of whoever asks evenly spread.
  const stall = silent({ fromS: 5, toS: 5.3, unanswered: 0 });
  expect([judgeLimit(stall, 'p99', 100), judgeLimit(stall, 'p90', 100)]).toEqual(['not held', 'held']);
  expect(judgeLimit({ ...run, silences: null }, 'p99.9', 20_000)).toBe('cannot tell');
});

function passes(b: (round: number) => RunReport): Pass[] {
  return Array.from({ length: 20 }, (_, index) => {
    const [round, variant] = [Math.floor(index / 2), index % 2];
    const report = variant === 0 ? silent({ fromS: 9.9, unanswered: 0, answered: 900 + round }) : b(round);
    return { index, round, variant, kind: 'measured', excluded: null, report: { ...report, variant: 'AB'[variant]! } } as Pass;
  });
}

const RULES = { pairs: 10, question: 'p50', equivalencePercent: 5, seed: 1 } as const;

test('a variant that stopped responding has no verdict on its latency, and the title says so', () => {
  const verdicts = computeVerdicts(
    passes(() => silent()),
    RULES,
    0,
    1,
  );
  // Throughput is an average over responses and silence.
  for (const { metric, verdict, reason } of verdicts.filter((one) => ['p50', 'p90', 'p99', 'throughput'].includes(one.metric)))
    expect([metric, verdict, reason]).toEqual([metric, 'cannot tell', 'stopped answering']);
  expect(verdicts.find(({ metric }) => metric === 'errors')).toMatchObject({ verdict: 'higher' });
  const setup = { question: 'p50', equivalencePercent: 5, pairs: 10, variants: [{ title: 'a.cjs' }, { title: 'b.cjs' }] } as never;
  const { lead } = tellHeadline(verdicts, 'B', { setup, made: 'series', isOver: true, warnings: [], differences: DIFFERENCES });
  expect(plain(lead)).toMatch(/^B.* stopped responding: in all of its 10 runs no response came in the last 9\.8 s or more, though/);
  // What is said of all these runs holds for each of them.
  const uneven = computeVerdicts(
    passes((round) => silent({ fromS: round === 3 ? 2 : 0.2 })),
    RULES,
    0,
    1,
  );
  expect(plain(tellHeadline(uneven, 'B', { setup, made: 'series', isOver: true, warnings: [], differences: DIFFERENCES }).lead)).toContain(
    'in the last 8.0 s or more,',
  );
});

test('the share of errors of a variant that stopped is higher where it stopped in more runs than chance allows, and never equivalent', () => {
  const errorsOf = (runs: number, answered = 1_000) => {
    const b = passes((round) => silent(round < runs ? { answered } : { fromS: 9.9, unanswered: 0, answered }));
    const { verdict, reason, p } = computeVerdicts(b, RULES, 0, 1).find(({ metric }) => metric === 'errors')!;
    return [verdict, reason, p];
  };
  // Ten of a hundred thousand requests: most were never sent, because all connections waited.
  expect(errorsOf(10, 100_000)).toEqual(['higher', null, 2 / 2 ** 10]);
  expect(errorsOf(8)).toEqual(['higher', null, 2 / 2 ** 8]);
  // Two runs that stopped by chance could both have been of B.
  expect(errorsOf(2)).toEqual(['cannot tell', 'too few pairs', 1 / 2]);
  expect(errorsOf(5)).toEqual(['cannot tell', 'too few pairs', 2 / 2 ** 5]);
});

test('a variant of which a few requests hang did not stop', () => {
  const hanging = passes(() => allSent({ load: AMOUNT }));
  const verdicts = computeVerdicts(hanging, RULES, 0, 1);
  expect(verdicts.map(({ reason }) => reason)).not.toContain('stopped answering');
  expect(verdicts.find(({ metric }) => metric === 'errors')).toMatchObject({ verdict: 'higher' });
});

/** Short runs: what waited at the end was too young to be waited for. */
function shortRun(silentMs: number, longestMs = 40, inFlight = 10): RunReport {
  const run = silent({ unanswered: 0 });
  const known = new ExactDistribution();
  known.record(6_000, 990);
  known.record(longestMs * 1_000, 10);
  const end = 2 * S;
  const silences = [{ from: end - silentMs * 1_000, to: end, inFlight, oldestStart: end - (silentMs + 3) * 1_000 }];
  return {
    ...run,
    load: { ...run.load, durationMs: 2_000 },
    requests: { ...run.requests, sent: 1_010, unfinished: 10 },
    latencyMs: toBoundedDistribution(known, new ExactDistribution()),
    silences,
    waitedMs: 0,
  };
}

test('runs of a variant that mostly end in silence longer than any response have no verdict, and it is said; one such run is chance', () => {
  const verdictsOf = (silentRuns: number, change: Partial<RunReport> = {}) =>
    computeVerdicts(
      passes((round) => (round < silentRuns ? { ...shortRun(500), ...change } : shortRun(20))),
      RULES,
      0,
      1,
    );
  const reasonsOf = (verdicts: ReturnType<typeof verdictsOf>) =>
    verdicts.filter(({ metric }) => ['p50', 'throughput'].includes(metric)).map(({ verdict, reason }) => reason ?? verdict);
  const all = verdictsOf(10);
  expect(reasonsOf(all)).toEqual(['silent at the end', 'silent at the end']);
  expect(all.find(({ metric }) => metric === 'errors')?.verdict).not.toBe('equivalent');
  const setup = { question: 'p50', equivalencePercent: 5, pairs: 10, variants: [{ title: 'a.cjs' }, { title: 'b.cjs' }] } as never;
  expect(plain(tellHeadline(all, 'B', { setup, made: 'series', isOver: true, warnings: [], differences: DIFFERENCES }).lead)).toMatch(
    /^At the end of all 10 runs of B.* no response came for (500 ms|0\.5 s) or more, longer than any took before, though requests were waiting/,
  );
  expect(reasonsOf(verdictsOf(6))).toEqual(['silent at the end', 'silent at the end']);
  for (const verdicts of [
    verdictsOf(5),
    // As long as a response takes.
    verdictsOf(10, { latencyMs: shortRun(500, 600).latencyMs }),
    // Another connection was served.
    verdictsOf(10, { silences: shortRun(500, 40, 9).silences! }),
    // Who was waited for got a response.
    verdictsOf(10, { requests: { ...shortRun(500).requests, late: { completed: 1, expected: 1 } } }),
  ])
    expect(reasonsOf(verdicts)).not.toContain('silent at the end');
});

test('an event loop that was blocked until the end is told with its place, in place of guesses, and nothing is per request', () => {
  const code = { function: '(anonymous)', url: 'file:///app/s1.js', line: 4 };
  const blocked = { ...silent(), blockedAtEnd: { pid: 7, fromMs: 210, code } };
  const told = 'The event loop was blocked in s1.js:4 from 0.2 s until the end.';
  expect(computeAnswer(blocked).map(tellAnswer).map(plain)).toContain(told);
  expect(plain(hintOf(findStoppedFailure(blocked)!) ?? '')).toBe(told);
  expect(plain(hintOf(findStoppedFailure({ ...blocked, blockedAtEnd: { pid: 7, fromMs: 210, code: null } })!) ?? '')).toBe(
    'The event loop was blocked from 0.2 s until the end.',
  );
  const oneOfSeveral = { ...blocked, blockedAtEnd: { pid: 7, isOneOfSeveral: true as const, fromMs: 210, code } };
  expect(computeAnswer(oneOfSeveral).map(tellAnswer).map(plain)).toContain(
    'One of the server’s event loops was blocked in s1.js:4 from 0.2 s until the end.',
  );
  // It began after responses had stopped.
  const later = { ...blocked, blockedAtEnd: { pid: 7, fromMs: 5_000, code } };
  expect(computeAnswer(later).map(tellAnswer).map(plain)).not.toContain(told);
  expect(plain(hintOf(findStoppedFailure(later)!) ?? '')).toMatch(/a pool that is used up/);
});

test('a pause in which all connections waited comes before percentiles, which know little of it', () => {
  const told = (run: RunReport) => computeAnswer(run).map(tellAnswer).map(plain);
  const paused = silent({ fromS: 4.9, toS: 6.9, unanswered: 0 });
  expect(told(paused).slice(0, 2)).toEqual([
    'For 2.0 s, from 4.9 s on, the server sent nothing although 10 requests were waiting. How long others would have waited in that time the percentiles do not tell.',
    '99 % of responses arrived within 10.0 ms.',
  ]);
  const often = { ...paused, silences: [1, 3, 5].flatMap((fromS) => silent({ fromS, toS: fromS + 0.3 }).silences!) };
  expect(told(often)[0]).toMatch(
    /^For 9 % of the time the server sent nothing although requests were waiting \(3 times, 0\.3 s at most\)\./,
  );
  // Too short for a server that stopped.
  const atEnd = silent({ fromS: 9.3, unanswered: 0 });
  expect(told(atEnd)[0]).toMatch(/^For 0\.7 s, from 9\.3 s until the end, the server sent nothing although 10 requests were waiting\./);
  // Clocks give fractions of a microsecond, which do not add up to the last digit.
  expect(told(silent({ fromS: 9.361318207518854, unanswered: 0 }))[0]).toContain('until the end');
  const before = silent({ fromS: 5, toS: 5.3 }).silences!;
  expect(told({ ...atEnd, silences: [...before, ...atEnd.silences!] })[0]).toMatch(
    /\(2 times, 0\.7 s at most, the last time until the end\)/,
  );
});

test('a short stall, a wait as long as responses take, and a silence under arrivals are no pause', () => {
  const kinds = (run: RunReport) => computeAnswer(run).map(({ kind }) => kind);
  expect(kinds(silent({ fromS: 5, toS: 5.3, unanswered: 0 }))).not.toContain('pauses');
  const slow = silent({ fromS: 5, toS: 5.9, unanswered: 0 });
  const known = new ExactDistribution();
  known.record(500_000, 1_000);
  expect(kinds({ ...slow, latencyMs: toBoundedDistribution(known, new ExactDistribution()) })).not.toContain('pauses');
  const paused = silent({ fromS: 4.9, toS: 6.9, unanswered: 0 });
  const arrivals = { model: 'arrivals', schedule: '100/s for 10s', maxInFlight: 100 };
  expect(kinds({ ...paused, load: { ...paused.load, ...arrivals } as unknown as RunReport['load'] })).not.toContain('pauses');
});
