import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { parseCondition } from '../../../electron/cli/flags/fail-if.ts';
import { breakable } from '../../../electron/cli/print/format.ts';
import type { Verdict } from '../../../shared/model/comparison/comparison.ts';
import type { Metric } from '../../../shared/model/comparison/metrics.ts';
import type { RunReport } from '../../../shared/model/report.ts';
import {
  type Condition,
  findErrorsCondition,
  findImpossible,
  findUnknownRequest,
  judgeCondition,
} from '../../../shared/report/conditions.ts';
import { verbatim } from '../../helpers/worded.ts';

function verdict(metric: Verdict['metric'], word: Verdict['verdict'], differencePercent: number): Verdict {
  return {
    metric,
    a: 'A',
    b: 'B',
    aValue: 1,
    bValue: 1,
    differencePercent,
    ci: null,
    verdict: word,
    reason: null,
    pairs: 10,
    agreeing: 10,
    p: 0,
    pHolm: 0,
  };
}

function run(variant: string, p99: number, { failed = 0, unexpected = 0, dropped = 0, excluded = null as string | null } = {}): RunReport {
  const latencyMs = { count: 100, min: 1, mean: 2, stdev: 0, max: p99 * 2, percentiles: { '50': 2, '99': p99 }, weak: [] };
  const load = { model: 'closed', durationMs: 1_000 };
  return {
    variant,
    excluded: excluded && verbatim(excluded),
    latencyMs,
    latenessMs: { ...latencyMs, percentiles: { '50': 0.2, '99': 12 } },
    requests: { sent: 100, completed: 100 - failed, failed, unexpected, dropped },
    load,
    server: [],
  } as unknown as RunReport;
}

const compared = { variants: ['A', 'B'].map((variant) => ({ variant, title: '' })) };
const RUNS = ['A', 'B'].map((variant) => run(variant, 1));

/** As the command prints it. */
const judge = (condition: Condition, report: Parameters<typeof judgeCondition>[1]) => {
  const judgement = judgeCondition(condition, report);
  return 'figure' in judgement ? { ...judgement, figure: breakable(judgement.figure) } : judgement;
};
const judged = (text: string, verdicts: readonly Verdict[], runs: readonly RunReport[]) =>
  judge(parseCondition(text), { runs, verdicts, comparison: compared });
const meets = (text: string, verdicts: readonly Verdict[], runs: readonly RunReport[] = RUNS): boolean =>
  judged(text, verdicts, runs).kind === 'met';
/** Of a single run. */
const judgedRun = (text: string, one: RunReport) => judge(parseCondition(text), { runs: [one], verdicts: [] });
const meetsRun = (text: string, one: RunReport): boolean => judgedRun(text, one).kind === 'met';

test('says what it was judged by', () => {
  expect(judged('p99 slower', [verdict('p99', 'cannot tell', 12.3)], RUNS)).toEqual({
    kind: 'not met',
    figure: 'p99: 1.00 ms of B, 1.00 ms of A (+12.3 %, cannot tell).',
  });
  expect(judged('p99 > 2ms', [], [run('A', 1), run('B', 3)])).toEqual({ kind: 'met', figure: 'p99 of B: 3.00 ms.' });
  expect(judgedRun('errors > 20%', run('A', 1, { failed: 10 }))).toEqual({ kind: 'not met', figure: 'errors: 10.0 %.' });
});

test('a value that is above the limit by itself is said, and silences only where they alone decide', () => {
  // One of 0.6 s in a second, with every connection waiting.
  const silences = [{ from: 300_000, to: 900_000, inFlight: 10, oldestStart: 300_000 }];
  const load = { model: 'closed', durationMs: 1_000, connections: 10, pipelining: 1 } as RunReport['load'];
  const silent = (variant: string, p99: number) => ({ ...run(variant, p99), silences, window: null, load });
  const bySilence = (limit: string) =>
    `more than ${limit} for whoever asks during the silence, in which no response came for up to 0.6 s though requests were waiting.`;
  expect(judgedRun('p50 > 1ms', silent('A', 3))).toEqual({ kind: 'met', figure: 'p50: 2.00 ms.' });
  expect(judgedRun('p99 > 5ms', silent('A', 3))).toEqual({ kind: 'met', figure: `p99: ${bySilence('5.00 ms')}` });
  expect(judgedRun('p99 < 2ms', silent('A', 3))).toEqual({ kind: 'not met', figure: 'p99: 3.00 ms.' });
  expect(judgedRun('p99 < 5ms', silent('A', 3))).toEqual({ kind: 'not met', figure: `p99: ${bySilence('5.00 ms')}` });
  // Of several, the median that was measured, which runs without a silence would have as well.
  const several = [run('B', 3), silent('B', 4), run('B', 5), silent('B', 6)];
  expect(judged('p99 > 2ms', [], [run('A', 1), ...several])).toEqual({ kind: 'met', figure: 'p99 of B: 4.50 ms.' });
  // Of too few responses the value is not relied on, and of none there is no value: the silence was there all the same.
  const few = silent('A', 9);
  expect(judgedRun('p99 > 5ms', { ...few, latencyMs: { ...few.latencyMs!, weak: ['99'] } })).toEqual({
    kind: 'met',
    figure: `p99: ${bySilence('5.00 ms')}`,
  });
  expect(judgedRun('p99 > 5ms', { ...few, latencyMs: null })).toEqual({ kind: 'met', figure: `p99: ${bySilence('5.00 ms')}` });
});

describe('verdicts', () => {
  test.each([
    ['p99 slower', 'slower', 20, true],
    ['p99 higher', 'slower', 20, true],
    ['p99 differs', 'slower', 20, true],
    ['p99 faster', 'slower', 20, false],
    ['p99 slower', 'faster', -20, false],
    ['p99 lower', 'faster', -20, true],
    // However large it looks, "cannot tell" does not meet the condition.
    ['p99 slower', 'cannot tell', 80, false],
    ['p99 differs', 'equivalent', 1, false],
    ['p50 slower', 'slower', 20, false],
  ] as const)('%s of %s is %s', (condition, word, difference, met) => {
    expect(meets(condition, [verdict('p99', word, difference)])).toBe(met);
  });

  test('lower throughput is slower', () => {
    expect(meets('throughput slower', [verdict('throughput', 'slower', -20)])).toBe(true);
    expect(meets('throughput lower', [verdict('throughput', 'slower', -20)])).toBe(true);
    expect(meets('throughput higher', [verdict('throughput', 'slower', -20)])).toBe(false);
  });

  test('costs are higher or lower', () => {
    expect(meets('cpuMsPerRequest higher', [verdict('cpuMsPerRequest', 'higher', 20)])).toBe(true);
    expect(() => parseCondition('rssBytes slower')).toThrow(InvalidArgumentError);
  });

  test('so is spread, which is not a speed; it can have limits, too', () => {
    expect(meets('spread higher', [verdict('spread', 'higher', 20)])).toBe(true);
    expect(meets('spread higher', [verdict('spread', 'lower', -20)])).toBe(false);
    expect(meets('spread differs', [verdict('spread', 'lower', -20)])).toBe(true);
    expect(() => parseCondition('spread slower')).toThrow(InvalidArgumentError);
    const spreading = { ...run('A', 1), latencyMs: { ...run('A', 1).latencyMs!, stdev: 30 } };
    expect([meetsRun('spread > 29ms', spreading), meetsRun('spread > 31ms', spreading)]).toEqual([true, false]);
  });
});

describe('limits', () => {
  test.each([
    ['p99 > 200ms', 201, true],
    ['p99>200ms', 200, false],
    ['p99 >= 0.2s', 200, true],
    ['p99 < 200000us', 199, true],
    ['max > 399ms', 200, true],
    ['mean > 1ms', 200, true],
  ])('%s with p99 %d: %s', (condition, p99, met) => {
    expect(meetsRun(condition, run('A', p99))).toBe(met);
  });

  test('visitors who were dropped are a share of all who came; they are errors, and requests may not be sent late', () => {
    const one = run('A', 1, { dropped: 25 });
    expect([meetsRun('dropped > 19%', one), meetsRun('dropped > 20%', one)]).toEqual([true, false]);
    expect([meetsRun('errors > 19%', one), meetsRun('failed > 0', one)]).toEqual([true, false]);
    expect([meetsRun('latenessP99 > 10ms', one), meetsRun('latenessP50 > 10ms', one)]).toEqual([true, false]);
    expect(judgedRun('sessionP50 > 1s', { ...one, sessionMs: null }).kind).toBe('unknown');
  });

  test('where nothing goes wrong, there are no more errors, even if there is no verdict about them', () => {
    expect(judged('errors higher', [], RUNS).kind).toBe('not met');
    expect(judged('errors higher', [], [run('A', 1), run('B', 1, { failed: 1 })]).kind).toBe('unknown');
    expect(meets('errors higher', [verdict('errors', 'higher', 6)])).toBe(false);
    expect(meets('errors higher', [verdict('errors', 'higher', 6)], [run('A', 1), run('B', 1, { failed: 6, excluded: 'failed' })])).toBe(
      true,
    );
    expect(() => parseCondition('errors slower')).toThrow(InvalidArgumentError);
  });

  test('failed requests are a share', () => {
    expect(meetsRun('failed > 1%', run('A', 1, { failed: 2 }))).toBe(true);
    expect(meetsRun('failed > 1%', run('A', 1, { failed: 1 }))).toBe(false);
    expect(meetsRun('unexpected > 1%', run('A', 1, { unexpected: 2 }))).toBe(true);
    expect(meetsRun('unexpected > 1%', run('A', 1, { failed: 2 }))).toBe(false);
  });

  test('errors are failed requests and unexpected statuses; a limit for failed ones that only all errors exceed is told', () => {
    const one = run('A', 1, { failed: 1, unexpected: 20 });
    expect([meetsRun('errors > 20%', one), meetsRun('errors > 21%', one)]).toEqual([true, false]);
    const told = (condition: string) => findErrorsCondition(parseCondition(condition), { runs: [one], verdicts: [] });
    expect(told('failed > 1%')).toBe('errors > 1%');
    expect([told('failed > 21%'), told('unexpected > 1%'), told('p99 > 1ms')]).toEqual([null, null, null]);
  });

  test('in a comparison, the medians of every variant except the first are judged', () => {
    const runs = [run('B', 100), run('A', 900), run('B', 300), run('A', 900), run('B', 310), run('B', 9_000, { excluded: 'it failed' })];
    expect(meets('p99 > 299ms', [], runs)).toBe(true);
    expect(meets('p99 > 300ms', [], runs)).toBe(false);
  });

  test('a missing figure cannot be judged: it is not within the limit', () => {
    const unknown = { kind: 'unknown', why: 'nothing was measured that has p99.' };
    expect(judgedRun('p99 > 0', { ...run('A', 1), latencyMs: null })).toEqual(unknown);
    expect(judgedRun('rssBytes > 1MB', run('A', 1)).kind).toBe('unknown');
    // A server that responds only with errors has no throughput of expected responses.
    expect(judgedRun('throughput < 1', run('A', 1, { unexpected: 100 })).kind).toBe('unknown');
  });
});

describe('when B is broken', () => {
  const broken = [1, 2, 3].map(() => run('B', 1, { failed: 50, excluded: '50.0 % of its requests failed.' }));
  const sound = [1, 2, 3].map(() => run('A', 900));

  test('a percentile of too few responses cannot be judged, whatever its figure; others can', () => {
    const weak = RUNS.map((one) => ({ ...one, latencyMs: { ...one.latencyMs!, weak: ['99'] } }));
    for (const limit of ['p99 > 0.5ms', 'p99 > 1s'])
      expect(judged(limit, [], weak)).toEqual({
        kind: 'unknown',
        why: expect.stringContaining('That is of 100 responses, too few for this percentile.'),
      });
    expect(meets('p50 > 1ms', [], weak)).toBe(true);
    expect(meets('max > 1ms', [], weak)).toBe(true);
  });

  test('failures are judged from the excluded runs', () => {
    expect(judged('failed > 1%', [], [...sound, ...broken])).toMatchObject({ kind: 'met' });
    expect(judged('failed > 1%', [], [...sound, ...broken.slice(1), run('B', 1)])).toMatchObject({ kind: 'met' });
  });

  test('A is never judged in its place', () => {
    expect(judged('p99 > 800ms', [], [...sound, ...broken])).toEqual({
      kind: 'no runs',
      why: 'there is no run of B that counts. 50.0 % of its requests failed.',
    });
    expect(judged('p99 > 800ms', [], sound)).toEqual({ kind: 'no runs', why: 'there is no run of B that counts.' });
    expect(judged('failed > 60%', [], [...sound, ...broken]).kind).toBe('no runs');
    expect(judged('p99 slower', [], [...sound, ...broken]).kind).toBe('no runs');
    expect(judged('p99 slower', [], []).kind).toBe('no runs');
  });
});

describe('without a verdict', () => {
  test.each([
    ['too few pairs', 'unknown', /too few pairs of runs count: a verdict needs 10/],
    ['unfinished', 'unknown', /not all planned pairs are finished/],
    ['too few answers', 'unknown', /too few responses/],
  ] as const)('%s: %s', (reason, kind, why) => {
    const found = judged('p99 slower', [{ ...verdict('p99', 'cannot tell', 80), reason }], RUNS);
    expect(found).toEqual({ kind, why: expect.stringMatching(why) });
  });

  test('too noisy is a result: no difference was shown', () => {
    expect(judged('p99 slower', [{ ...verdict('p99', 'cannot tell', 80), reason: 'too noisy' }], RUNS)).toMatchObject({ kind: 'not met' });
  });

  test('a metric without figures', () => {
    expect(judged('rssBytes higher', [verdict('p99', 'slower', 20)], RUNS).kind).toBe('unknown');
  });
});

test.each(['', 'p99', 'p98.7 > 1', 'p99 > many', 'p99 > 2MB', 'speed slower', 'p99 slower than'])('%j is refused', (text) => {
  expect(() => parseCondition(text)).toThrow(InvalidArgumentError);
});

test('a limit without a unit is refused with the units and an example; nothing, and a rate, need none', () => {
  expect(() => parseCondition('p99 > 1')).toThrow('A limit needs a unit (us, ms or s): write "p99 > 1ms".');
  expect(() => parseCondition('failed >= 2.5')).toThrow('A limit needs a unit (%): write "failed >= 2.5%".');
  expect(() => parseCondition('rssBytes > 200')).toThrow('A limit needs a unit (B, kB, MB or GB): write "rssBytes > 200MB".');
  expect(() => parseCondition('p99 > 2MB')).toThrow('p99 is measured in us, ms or s, not in MB.');
  for (const taken of ['failed > 0', 'p99 > 0', 'throughput < 500', 'throughput < 500/s']) expect(parseCondition(taken).text).toBe(taken);
});

describe('a verdict that cannot come', () => {
  const impossible = (text: string, pairs: number, variants: number, question: Metric = 'p50') =>
    findImpossible(parseCondition(text), { pairs, question, variants: Array(variants).fill(null) });

  test('of too few pairs, or of any metric but the question of many variants, is refused before it starts', () => {
    expect(impossible('p99 slower', 1, 2)).toBe(
      '--fail-if "p99 slower" is about a verdict, and 1 pair of runs cannot give one; that needs 10.',
    );
    expect(impossible('p50 slower', 5, 2)).toContain('that needs 10.');
    expect(impossible('p99 slower', 10, 6)).toBe(
      '--fail-if "p99 slower" can never be met: with 6 variants, 10 pairs of runs can show a difference in the question (p50) only. Use --question p99, or --pairs 12.',
    );
  });

  test('a condition that can be met, or is not a verdict, is accepted', () => {
    expect(impossible('p50 slower', 10, 6)).toBeNull();
    expect(impossible('p99 slower', 10, 6, 'p99')).toBeNull();
    expect(impossible('p99 slower', 10, 4)).toBeNull();
    expect(impossible('p99 > 1s', 1, 2)).toBeNull();
  });
});

describe('of one request of a plan', () => {
  const plan = 'plan: 1\nrequests: [{ name: page, url: /page }, { name: "it\'s", url: /search }]\n';
  const withRequests = (variant: string, p99: number, failed = 0): RunReport => {
    const { requests, latencyMs } = run(variant, p99, { failed });
    const one = { name: "it's", requests, status: {}, errors: {}, bytes: 0, latencyMs };
    return { ...run(variant, 1), byRequest: [{ ...one, name: 'page', ...run(variant, 2) }, one] } as unknown as RunReport;
  };

  test('its figures are judged, and none of the others', () => {
    const one = withRequests('A', 300, 20);
    expect(judgedRun(`p99 of "it's" > 200ms`, one)).toEqual({ kind: 'met', figure: "p99 of “it's”: 300 ms." });
    expect(meetsRun("p99 of 'page' > 200ms", one)).toBe(false);
    expect(meetsRun(`failed of "it's">19%`, one)).toBe(true);
    expect(meetsRun('failed > 1%', one)).toBe(false);
    expect(judgedRun("p99 of 'gone' > 200ms", one).kind).toBe('unknown');
    expect(judged(`p99 of "it's" > 2ms`, [], [withRequests('A', 9), withRequests('B', 3)])).toMatchObject({
      figure: "p99 of “it's” of B: 3.00 ms.",
    });
  });

  test('so are its verdicts, which are not those of the whole runs', () => {
    const byRequest = { figures: [], left: 0, verdicts: [{ request: "it's", ...verdict('p50', 'slower', 30) }] };
    const report = { runs: RUNS, verdicts: [verdict('p50', 'equivalent', 0)], comparison: { ...compared, byRequest } };
    expect(judgeCondition(parseCondition(`p50 of "it's" slower`), report)).toMatchObject({ kind: 'met' });
    expect(judgeCondition(parseCondition("p50 of 'page' slower"), report)).toMatchObject({ kind: 'unknown' });
    expect(judgeCondition(parseCondition('p50 slower'), report)).toMatchObject({ kind: 'not met' });
  });

  test('a request that is not in the plan, and one without a plan, is told before the start', () => {
    const about = (condition: string, text: string | null) => findUnknownRequest(parseCondition(condition), [{ plan: text }]);
    expect(about('p99 > 1ms', null)).toBeNull();
    expect(about("p99 of 'page' > 1ms", plan)).toBeNull();
    expect(about("p99 of 'Page' > 1ms", plan)).toContain("It has “page”, “it's”.");
    expect(about("p99 of 'page' > 1ms", null)).toContain('no request plan');
    expect(() => parseCondition("rssBytes of 'page' > 1MB")).toThrow('of the whole run');
    expect(() => parseCondition("p99 of '' > 1ms")).toThrow(InvalidArgumentError);
  });

  test('and pairs that cannot give such a verdict', () => {
    const setup = { plan };
    const ten = { pairs: 10, question: 'p50', variants: [{ setup }, { setup }] } as const;
    expect(findImpossible(parseCondition("p50 of 'page' slower"), ten)).toBeNull();
    expect(findImpossible(parseCondition("p50 of 'page' slower"), { ...ten, pairs: 9 })).toContain('needs 10');
    expect(findImpossible(parseCondition("spread of 'page' higher"), ten)).not.toBeNull();
  });
});
