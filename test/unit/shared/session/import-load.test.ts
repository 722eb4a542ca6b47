/** Results of other load tools: every figure is the one that the tool has written, what it has not written is null, and what is broken is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordFailure, wordSaid } from '../../../../shared/format/word-said.ts';
import type { LoadResult } from '../../../../shared/model/load/load-result.ts';
import { importText } from '../../../../shared/session/importers.ts';
import { loadResultSchema } from '../../../../shared/session/load-result-schema.ts';
import { messageOf } from '../../../helpers/worded.ts';

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, '../../../fixtures/load-results', name), 'utf8');

function read(name: string, text = textOf(name)): LoadResult & { readonly format: string; readonly notes: readonly string[] } {
  const outcome = importText(text, name);
  if (outcome === null) throw new Error(`${name} is in none of the formats`);
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  const { format, load, notes } = outcome.value;
  // As it comes back from a session.
  expect(loadResultSchema.parse(load)).toEqual(load);
  return { ...load!, format, notes: notes.map(wordSaid) };
}

const parsed = (name: string) => JSON.parse(textOf(name));
const figuresOf = ({ figures }: LoadResult) => Object.fromEntries(figures.map(({ name, value }) => [name, value]));

describe('autocannon', () => {
  test('its figures, in whole milliseconds of any status', () => {
    const { latency, requests, start, throughput } = parsed('autocannon.json');
    const result = read('autocannon.json');
    expect(result).toMatchObject({
      format: 'autocannon',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/some$/),
      startedAt: start,
      connections: 3,
      durationMs: 3_010,
      requests: { sent: 3_633, completed: 3_630, failed: 0, timedOut: 0, unexpected: null, dropped: null },
      status: { 200: 3_267, 503: 363 },
      bytes: 979_374,
      rate: { mean: 1_210, stdev: 83.12, min: 1_104, max: 1_307 },
      times: { firstByte: null, connect: null, session: null },
    });
    expect([throughput.total, requests.average]).toEqual([result.bytes, result.rate!.mean]);
    expect(result.times.latency).toMatchObject({ count: 3_630, min: 1, mean: 2.05, stdev: 0.57, max: 9 });
    const { percentiles, weak } = result.times.latency!;
    expect(Object.keys(percentiles)).toHaveLength(15);
    for (const [percentile, ms] of Object.entries(percentiles)) expect(ms).toBe(latency[`p${percentile.replace('.', '_')}`]);
    expect(weak).toEqual(['0.001', '0.01', '0.1', '99.9', '99.99', '99.999']);
    expect(result.notes.join()).toContain('whole milliseconds');
  });

  test('without a response there is no latency, though it prints 0', () => {
    const { requests, times } = read('autocannon-timeouts.json');
    expect(requests).toMatchObject({ sent: 9, completed: 0, failed: 6, timedOut: 6 });
    expect(times.latency).toBeNull();
  });

  test('its least latency is that above 0, which is said where it has some of 0', () => {
    const notesOf = (latency: object) => {
      const json = parsed('autocannon.json');
      return read('some.json', JSON.stringify({ ...json, latency: { ...json.latency, ...latency } })).notes.join(' ');
    };
    expect(notesOf({ p0_001: 0, p0_01: 0 })).toContain('The least latency that autocannon tells, 1 ms, is the least above 0');
    expect(notesOf({})).not.toContain('above 0');
    // Nothing took a millisecond.
    expect(notesOf({ min: 0, max: 0, p50: 0 })).not.toContain('above 0');
  });

  test('a rate of whole seconds is told with what is known of it', () => {
    const notesOf = (change: object, requests: object) => {
      const json = parsed('autocannon.json');
      return read('some.json', JSON.stringify({ ...json, ...change, requests: { ...json.requests, ...requests } })).notes.join(' ');
    };
    const done = { average: 200, mean: 200, total: 200, sent: 200 };
    expect(notesOf({ duration: 1.02, samples: 1 }, done)).toContain(
      'mean over one whole second. As many requests were done as were sent, so that the load may have ended at any time of it: 200 in a second at least, and how many more is not known.',
    );
    expect(notesOf({ duration: 3.02, samples: 3 }, { ...done, total: 3_000, sent: 3_000 })).toContain(
      'mean over 3 whole seconds. As many requests were done as were sent, so that the load may have ended at any time of the last: 1,000 to 1,500 in a second.',
    );
    expect(notesOf({ duration: 30.02, samples: 30 }, done)).not.toContain('in a second');
    expect(notesOf({ duration: 1.02, samples: 1 }, { ...done, sent: 203 })).toContain('those of a single second');
    // Each worker has its own seconds.
    expect(notesOf({ duration: 1.02, samples: 2, workers: 2 }, done)).toContain('those of a single second');
    expect(notesOf({ duration: 3.02, samples: 6, workers: 2 }, done)).not.toContain('second:');
    // It had no time for its own ticks.
    expect(notesOf({ duration: 4, samples: 2 }, { average: 1_815, mean: 1_815 })).toContain(
      'a mean over 2 samples of a second, which took 4 s: over that time, its 3,630 requests are 908/s.',
    );
    expect(read('autocannon.json').notes.join()).not.toMatch(/mean over|single second/);
  });

  /** As a version wrote it that did not have these keys yet. */
  const without = (keys: readonly string[], change: (json: ReturnType<typeof parsed>) => void = () => {}): string => {
    const json = parsed('autocannon.json');
    // Of no second with a response versions 2 to 3 write the largest number.
    const none = { ...json, requests: { ...json.requests, min: Number.MAX_SAFE_INTEGER } };
    expect(read('none.json', JSON.stringify(none)).rate!.min).toBeNull();
    for (const key of keys) delete json[key];
    change(json);
    return JSON.stringify(json);
  };

  test('statuses of versions that count by class only', () => {
    const { status, requests } = read('old.json', without(['statusCodeStats', 'resets', 'sampleInt', 'workers', 'samples']));
    expect([status, requests.unexpected]).toEqual([{ '2xx': 3_267, '5xx': 363 }, 363]);
    // Redirects are none of the responses that were not wanted.
    const redirects = without(['statusCodeStats'], (json) => Object.assign(json, { '3xx': 300, '5xx': 63 }));
    expect(read('old.json', redirects).requests.unexpected).toBe(63);
  });

  test.each([
    [0, 0],
    [363, null],
  ])('with %i others than 200 to 299, and nothing more of statuses, %s are known', (non2xx, unexpected) => {
    const text = without(['statusCodeStats', '1xx', '2xx', '3xx', '4xx', '5xx'], (json) => Object.assign(json, { non2xx }));
    expect(read('old.json', text)).toMatchObject({ status: {}, requests: { unexpected } });
  });

  test('errors that a file does not have are not known', () => {
    expect(read('old.json', without(['errors', 'timeouts'])).requests).toMatchObject({ failed: null, timedOut: null });
  });

  test('versions before 6 do not say how many times they have, those before 2 name percentiles otherwise', () => {
    const old = (json: ReturnType<typeof parsed>): void => {
      delete json.latency.totalCount;
      for (const key of ['p0_1', 'p1', 'p99_9']) delete json.latency[key];
      json.latency.p999 = 8;
    };
    const { times, notes } = read('old.json', without(['statusCodeStats'], old));
    expect(times.latency).toMatchObject({
      count: null,
      countAtLeast: 3_267,
      percentiles: { '99.9': 8 },
      weak: ['0.001', '0.01', '99.99', '99.999', '99.9'],
    });
    expect(notes.join(' ')).toContain('Its versions before 6');
  });

  test('values that it adds with a rate are told, as percentiles are of all of them', () => {
    const notesOf = (totalCount: number) => {
      const json = parsed('autocannon.json');
      return read('rate.json', JSON.stringify({ ...json, latency: { ...json.latency, totalCount } })).notes.join();
    };
    const { total } = parsed('autocannon.json').requests;
    expect(notesOf(total)).not.toContain('are values that autocannon added');
    expect(notesOf(6 * total)).toContain(
      `Of its ${(6 * total).toLocaleString('en')} latencies ${total.toLocaleString('en')} are of responses.`,
    );
  });

  test('several results in a file are refused', () => {
    const two = importText(textOf('autocannon.json').repeat(2), 'two.json');
    expect(two).toMatchObject({ ok: false });
    if (two && !two.ok) expect(messageOf(two.failure)).toBe('two.json has 2 results, one a line.');
  });
});

describe('Artillery', () => {
  test('its response time is the time to first byte; latency is its http.total', () => {
    const { aggregate, intermediate } = parsed('artillery.json');
    const result = read('artillery.json');
    const { 'http.response_time': responseTime, 'http.total': total } = aggregate.summaries;
    expect(result.times.firstByte).toMatchObject({ count: 36, min: responseTime.min, mean: responseTime.mean, max: responseTime.max });
    expect(result.times.latency).toEqual({
      count: total.count,
      min: total.min,
      mean: total.mean,
      stdev: null,
      max: total.max,
      percentiles: { 50: total.p50, 75: total.p75, 90: total.p90, 95: total.p95, 99: total.p99, '99.9': total.p999 },
      weak: ['95', '99', '99.9'],
    });
    expect(result).toMatchObject({
      requests: { sent: 72, completed: 36, failed: null, timedOut: 36 },
      status: { 200: 33, 503: 3 },
      errors: { ETIMEDOUT: 36 },
      bytes: 3_603,
      rate: { mean: 6 },
      durationMs: aggregate.lastCounterAt - aggregate.firstCounterAt,
    });
    expect(figuresOf(result)).toMatchObject({ 'vusers.created': 36, 'vusers.failed': 36 });
    expect(result.periods.map(({ fromMs, completed, failed }) => [fromMs, completed, failed])).toEqual(
      intermediate.map(({ counters }: { counters: Record<string, number> }, at: number) => [
        at * 10_000,
        counters['http.responses'],
        counters['errors.ETIMEDOUT'],
      ]),
    );
  });

  test('its rate is told to be its own, beside the rate over all of its time', () => {
    const { aggregate, intermediate } = parsed('artillery.json');
    const seconds = 4;
    aggregate.lastCounterAt = aggregate.firstCounterAt + 1_000 * seconds;
    const own = 'those that it reports itself: the mean of its periods, each from its first request to its last, in whole numbers.';
    expect(read('short.json', JSON.stringify({ aggregate, intermediate })).notes).toContain(
      `Its requests/s are ${own} Over all of its 4.0 s, its 72 requests are 18.0/s.`,
    );
    delete aggregate.lastCounterAt;
    expect(read('short.json', JSON.stringify({ aggregate, intermediate })).notes).toContain(`Its requests/s are ${own}`);
    delete aggregate.rates;
    expect(read('short.json', JSON.stringify({ aggregate, intermediate })).notes.join()).not.toContain(own);
  });

  test('counters that do not add up to those of the periods are told', () => {
    const { aggregate, intermediate } = parsed('artillery.json');
    aggregate.counters['http.requests'] += 5;
    const { notes } = read('odd.json', JSON.stringify({ aggregate, intermediate }));
    expect(notes).toContain('Impossible in this file: http.requests is 77 in all, and 72 in its periods together.');
    expect(read('artillery.json').notes.join(' ')).not.toContain('Impossible');
  });

  test('periods are in their order, whatever that of the file is', () => {
    const { aggregate, intermediate } = parsed('artillery.json');
    const turned = read('turned.json', JSON.stringify({ aggregate, intermediate: [...intermediate].reverse() }));
    expect(turned.periods).toEqual(read('artillery.json').periods);
  });

  test('without http.extendedMetrics there is no latency, and it says so', () => {
    const { aggregate, ...rest } = parsed('artillery.json');
    delete aggregate.summaries['http.total'];
    const { times, notes } = read('plain.json', JSON.stringify({ aggregate, ...rest }));
    expect([times.latency, times.firstByte?.count]).toEqual([null, 36]);
    expect(notes.join(' ')).toContain('there is no latency');
  });
});

describe('percentiles without the number of their values', () => {
  const wrkOf = (requests: string, errors = '') =>
    textOf('wrk.txt')
      .replace('3284 requests', `${requests} requests`)
      .replace(/^Requests\/sec/m, `${errors}Requests/sec`);

  test('wrk: at most as many as it has responses, but for those after its time-out; a script may send several together', () => {
    expect(read('wrk.txt', wrkOf('400')).times.latency).toMatchObject({ count: null, weak: [] });
    expect(read('wrk.txt', wrkOf('400')).times.latency).not.toHaveProperty('countAtLeast');
    expect(read('wrk.txt', wrkOf('300')).times.latency).toMatchObject({ count: null, weak: ['99'] });
    const late = '  Socket errors: connect 0, read 0, write 0, timeout 90\n';
    expect(read('wrk.txt', wrkOf('400', late)).times.latency).toMatchObject({ count: null, weak: ['99'] });
  });

  test('k6: as many as its requests, or as those of them that did not fail', () => {
    const { metrics, ...rest } = parsed('k6-summary-export.json');
    for (const values of Object.values<Record<string, number>>(metrics)) if (values.avg !== undefined) delete values.count;
    const { latency, firstByte, session } = read('k6.json', JSON.stringify({ metrics, ...rest })).times;
    expect([latency, firstByte, session].map((one) => [one!.count, one!.countAtLeast])).toEqual([
      [null, 30],
      [null, 40],
      [null, 40],
    ]);
    expect([latency!.weak, firstByte!.weak]).toEqual([
      ['90', '95', '99'],
      ['95', '99'],
    ]);
  });

  test('where even the most that there can be are too few, they are weak; where more cannot be known, none is', () => {
    expect(
      read('wrk2.txt', wrk2('  Latency Distribution\n 50.000%  120.03ms\n 99.000%  120.03ms\n').replace('4000 requests', '40 requests'))
        .times.latency,
    ).toMatchObject({ count: null, weak: ['99'] });
    const { latency } = read('ab.csv').times;
    expect([latency!.countAtLeast, latency!.weak]).toEqual([undefined, []]);
  });
});

describe('k6', () => {
  const withThresholds = (thresholds: object) => {
    const { metrics, ...rest } = parsed('k6-summary.json');
    metrics.http_req_duration.thresholds = thresholds;
    return JSON.stringify({ metrics, ...rest });
  };

  test('its thresholds: handleSummary is given those that were met, --summary-export has those that were not', () => {
    const expected = [
      { metric: 'http_req_duration', limit: 'p(95)<500', isMet: true },
      { metric: 'http_req_duration', limit: 'max<1', isMet: false },
    ];
    expect(read('a.json', withThresholds({ 'p(95)<500': { ok: true }, 'max<1': { ok: false } })).thresholds).toEqual(expected);
    expect(read('b.json', withThresholds({ 'p(95)<500': false, 'max<1': true })).thresholds).toEqual(expected);
    expect(read('k6-summary.json').thresholds).toBeUndefined();
    expect(() => read('c.json', withThresholds({ 'p(95)<500': 'yes' }))).toThrow(/thresholds\.p\(95\)<500 is the string "yes"/);
  });

  test('a summary: latency of the requests with an expected response', () => {
    const { metrics, state } = parsed('k6-summary.json');
    const {
      avg,
      min,
      med,
      max,
      count,
      'p(90)': p90,
      'p(95)': p95,
      'p(99)': p99,
    } = metrics['http_req_duration{expected_response:true}'].values;
    const result = read('k6-summary.json');
    expect(result.times.latency).toEqual({
      ...{ count, min, mean: avg, stdev: null, max },
      percentiles: { 50: med, 90: p90, 95: p95, 99: p99 },
      weak: ['90', '95', '99'],
    });
    expect(result).toMatchObject({
      requests: { sent: 40, completed: null, failed: null },
      durationMs: state.testRunDurationMs,
      rate: { mean: metrics.http_reqs.values.rate },
      bytes: metrics.data_received.values.count,
    });
    expect(figuresOf(result)).toMatchObject({
      'checks passes': 30,
      'checks fails': 10,
      'http_req_failed rate': 0.25,
      'iterations count': 40,
    });
  });

  test('percentiles as they were asked for, the last of which is the largest value', () => {
    const duration = { 'p(0)': 1, 'p(99.9999)': 90, 'p(100)': 91 };
    const { times } = read('few.json', JSON.stringify({ metrics: { http_req_duration: duration }, root_group: {} }));
    expect(times.latency).toMatchObject({ min: null, max: 91, percentiles: { 0: 1, '99.9999': 90 } });
  });

  test.each(['k6-summary-export.json', 'k6-machine-summary.json'])('%s has the same metrics in other shapes', (name) => {
    const text = textOf(name);
    const { times, requests, version } = read(name);
    expect(requests.sent).toBe(40);
    expect(version).toBe(name === 'k6-machine-summary.json' ? '1.8.1' : null);
    for (const figure of [times.latency!.mean, times.latency!.max, times.latency!.percentiles['90'], times.session!.mean]) {
      expect(text).toContain(String(figure));
    }
  });

  test.each(['k6-points.json', 'k6-csv'])('%s: what they count is what k6 summed up of the same run', (name) => {
    const { times, requests, status, errors, periods } = read(name, textOf(name === 'k6-csv' ? 'k6-points.csv' : name));
    const { avg, min, max, count } = parsed('k6-summary.json').metrics['http_req_duration{expected_response:true}'].values;
    expect(times.latency!.count).toBe(count);
    // Points are kept to the microsecond.
    for (const [ours, its] of [
      [times.latency!.mean, avg],
      [times.latency!.min, min],
      [times.latency!.max, max],
    ])
      expect(Math.abs(ours - its)).toBeLessThanOrEqual(0.000_5);
    expect(requests).toEqual({ sent: 40, completed: 33, failed: 7, timedOut: null, unexpected: 3, dropped: 0 });
    const { passes, fails } = parsed('k6-summary.json').metrics.checks.values;
    expect([passes, fails]).toEqual([30, 10]);
    expect([status, errors]).toEqual([
      { 200: 30, 503: 3 },
      { 'dial: connection refused': 7, checks: fails },
    ]);
    expect(periods.reduce((sum, { completed, failed }) => sum + completed + failed!, 0)).toBe(40);
  });

  test('a file that was cut off counts its whole lines, and says so', () => {
    const text = textOf('k6-points.json');
    const { requests, notes } = read('cut.json', text.slice(0, text.lastIndexOf('{"metric":"http_req_duration"') + 40));
    expect(requests.sent).toBe(39);
    const cut = /^The last line of the file has no end, and is not counted\./;
    expect(notes[0]).toMatch(cut);
    for (const whole of ['k6-points.json', 'k6-points.csv']) expect(read(whole).notes.join()).not.toMatch(cut);
  });
});

describe('ApacheBench', () => {
  const gaveUp = (line: string) => {
    const outcome = importText(`${textOf('ab.txt').split('Benchmarking')[0]}Benchmarking 127.0.0.1 (be patient)${line}\n`, 'ab.txt');
    if (outcome === null || outcome.ok) throw new Error('It should be refused');
    return { says: messageOf(outcome.failure), hint: wordFailure(outcome.failure).hint };
  };

  test.each([
    ['it received', '...apr_socket_recv: Connection reset by peer (104)', 'Connection reset by peer', /ab -r goes on/],
    ['it received, on a line of its own', '\napr_socket_recv: Connection reset by peer (104)', 'Connection reset by peer', /ab -r goes on/],
    [
      'it waited',
      '...apr_pollset_poll: The timeout specified has expired (70007)',
      'The timeout specified has expired',
      /-s SECONDS waits/,
    ],
    [
      'it connected',
      '...\nTest aborted after 10 failures\n\napr_socket_connect(): Connection refused (111)\nTotal of 3 requests completed',
      'Connection refused',
      /^Check that the server is up/,
    ],
    ['it connected, as it is told on loopback', '...apr_socket_recv: Connection refused (111)', 'Connection refused', /^Check that/],
    ['it opened sockets', '...socket: Too many open files (24)', 'Too many open files', /^Mend that/],
    ['it waited for a connection', '...apr_socket_connect(): Connection timed out (110)', 'Connection timed out', /^Check that/],
    [
      'it looked up a name',
      '\napr_sockaddr_info_get() for h.invalid: Name or service not known (670002)',
      'Name or service not known',
      /^Check that/,
    ],
  ])('where it gave up while %s, its reason is told with what helps against that', (_, line, why, hint) => {
    expect(gaveUp(line)).toEqual({ says: `ab.txt has no result: ApacheBench gave up with "${why}".`, hint: expect.stringMatching(hint) });
  });

  test('a text that lacks its end is not read as whole', () => {
    expect(() => read('ab.txt', textOf('ab.txt').split('Connection Times')[0]!)).toThrow(/Connection Times/);
    expect(() => read('ab.txt', textOf('ab.txt').split('Total:  ')[0]!)).toThrow(/Connection Times/);
  });

  /** As it prints them with -S, each in five columns. */
  const shortRows = (total: string): string =>
    textOf('ab.txt').replace(
      /min {2}mean[\s\S]*?\n\n/,
      `min   avg   max\nConnect:        0     0    1\nProcessing:     1     1    3\nWaiting:        0     1    3\n${total}\n\n`,
    );

  test.each([
    ['apart', 'Total:          1     2    4', { min: 1, mean: 2, max: 4 }],
    ['where they touch', 'Total:          1   12012345', { min: 1, mean: 120, max: 12_345 }],
    ['where it cannot be told where one ends', 'Total:          1 123456234567', { min: 1, mean: null, max: null }],
  ])('with -S, three figures of each time: %s', (_, total, figures) => {
    const { latency, connect } = read('ab.txt', shortRows(total)).times;
    expect(latency).toMatchObject({ ...figures, count: 200, stdev: null, percentiles: { 50: 3, 99: 4 }, weak: ['99'] });
    expect(connect).toMatchObject({ min: 0, mean: 0, max: 1, percentiles: {} });
  });

  test('what it prints: "Length" is no failure, and each mean says over what', () => {
    const result = read('ab.txt');
    expect(result).toMatchObject({
      version: '2.3',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/some$/),
      connections: 5,
      durationMs: 122,
      requests: { sent: null, completed: 200, failed: 0, unexpected: 20 },
      errors: { Length: 20 },
      bytes: 40_560,
      rate: { mean: 1_633.76 },
    });
    expect(result.times.latency).toEqual({
      ...{ count: 200, min: 2, mean: 3, stdev: 0.4, max: 5 },
      percentiles: { 50: 3, 66: 3, 75: 3, 80: 3, 90: 3, 95: 3, 98: 4, 99: 4 },
      weak: ['99'],
    });
    expect(result.times.firstByte).toMatchObject({ min: 1, mean: 3, stdev: 0.3, max: 4 });
    expect(result.times.connect).toMatchObject({ min: 0, max: 0, stdev: 0.1 });
    expect(figuresOf(result)).toEqual({
      'Document Length': 100,
      'HTML transferred': 20_020,
      'Time per request (mean)': 3.06,
      'Time per request (mean, across all concurrent requests)': 0.612,
      'Transfer rate': 323.56,
    });
  });

  test('errors of writing, which earlier versions count apart', () => {
    const { requests, errors } = read('ab.txt', textOf('ab.txt').replace('Non-2xx', 'Write errors:           7\nNon-2xx'));
    expect([requests.failed, errors]).toEqual([7, { Length: 20, Write: 7 }]);
  });

  test('-e has percentiles with fractions, and nothing else', () => {
    const { times, requests } = read('ab.csv');
    expect([requests.completed, times.latency!.count, times.latency!.mean]).toEqual([null, null, null]);
    expect(times.latency).toMatchObject({ min: 1.598, max: 4.707, percentiles: { 1: 1.692, 50: 2.862, 99: 4.056 } });
  });

  test('-g has the requests', () => {
    const { times, requests, periods, startedAt } = read('ab.tsv');
    const rows = textOf('ab.tsv')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').map(Number));
    const total = rows.map(([, , , , ttime]) => ttime!);
    expect([requests.sent, times.latency!.max, times.latency!.min]).toEqual([200, Math.max(...total), Math.min(...total)]);
    expect(times.latency!.mean).toBeCloseTo(total.reduce((sum, one) => sum + one, 0) / 200, 9);
    expect(periods).toHaveLength(new Set(rows.map(([, second]) => second)).size);
    expect(Date.parse(startedAt!)).toBe(1_000 * Math.min(...rows.map(([, second]) => second!)));
  });

  test('-g has rows of requests whose connection broke, which nothing in them tells from others: they are no responses', () => {
    const { requests, periods, notes } = read('ab.tsv');
    expect([requests.completed, requests.failed]).toEqual([null, null]);
    expect(periods.map(({ failed }) => failed)).toEqual(periods.map(() => null));
    expect(notes.join()).toContain('Those whose connection broke are among them, and cannot be told apart.');
  });
});

describe('wrk', () => {
  test('in milliseconds what it prints in its own units', () => {
    const result = read('wrk.txt');
    expect(result).toMatchObject({
      connections: 4,
      durationMs: 2_000,
      requests: { completed: 3_284, unexpected: 328, failed: null },
      rate: { mean: 1_641.55 },
      bytes: null,
    });
    expect(result.times.latency).toEqual({
      ...{ count: null, min: null, mean: 2.44, stdev: 0.492_39, max: 8.63 },
      percentiles: { 50: 2.4, 75: 2.51, 90: 2.62, 99: 4.52 },
      weak: [],
    });
    expect(result.notes.join(' ')).toContain('correction for coordinated omission');
    expect(result.notes.join(' ')).toContain('Of requests that a script sends together, it times the last alone.');
  });

  test('errors of sockets, and no percentiles without --latency', () => {
    const { errors, times, notes } = read('wrk-resets.txt');
    expect([errors, times.latency!.percentiles]).toEqual([{ read: 392 }, {}]);
    expect(notes.join(' ')).toContain('with --latency only');
  });
});

/** As wrk2 prints a list: percentiles in its own units, then the spectrum of its histogram. */
const hdrList = (title: string, values: readonly string[], total: number): string =>
  [
    `  Latency Distribution (HdrHistogram - ${title})`,
    ...['50.000%', '90.000%', '99.000%', '99.990%', '100.000%'].map(
      (percentile, at) => `${percentile.padStart(8)}${values[at]!.padStart(10)}`,
    ),
    '\n  Detailed Percentile spectrum:\n       Value   Percentile   TotalCount 1/(1-Percentile)\n',
    `       1.031     0.000000            1         1.00\n    1003.007     1.000000 ${String(total).padStart(12)}          inf`,
    `#[Mean    =      210.120, StdDeviation   =      240.100]\n#[Max     =     1002.496, Total count    = ${String(total).padStart(12)}]`,
    '#[Buckets =           27, SubBuckets     =         2048]\n----------------------------------------------------------\n',
  ].join('\n');
const wrk2 = (lists: string, calibration = '  Thread calibration: mean lat.: 5.027ms, rate sampling interval: 18ms\n'): string =>
  `Running 20s test @ http://127.0.0.1:8081/items\n  2 threads and 20 connections\n${calibration}  Thread Stats   Avg      Stdev     Max   +/- Stdev\n` +
  '    Latency   210.12ms  240.10ms   1.00s    77.00%\n    Req/Sec   101.34     76.54   675.00     91.06%\n' +
  `${lists}  4000 requests in 20.00s, 2.40MB read\n  Socket errors: connect 0, read 2, write 0, timeout 31\nRequests/sec:    199.97\nTransfer/sec:    245.82KB\n`;
const RECORDED = hdrList('Recorded Latency', ['120.03ms', '601.09ms', '812.54ms', '1.00s', '1.00s'], 2_000);
const UNCORRECTED = hdrList(
  'Uncorrected Latency (measured without taking delayed starts into account)',
  ['4.01ms', '5.60ms', '7.70ms', '501.25ms', '501.25ms'],
  2_001,
);

describe('lines of a printed result', () => {
  const indented = (text: string, by: (line: string) => string) => text.split('\n').map(by).join('\n');
  const [without, with4] = [(line: string) => line.trimStart(), (line: string) => `\t  ${line}  `];
  const whole = [
    ['wrk.txt', textOf('wrk.txt')] as const,
    ['resets.txt', textOf('wrk-resets.txt')] as const,
    ['wrk2.txt', wrk2(RECORDED + UNCORRECTED)] as const,
  ];

  test.each(whole)('of %s say the same without their indentation, and with more', (name, text) => {
    expect(read(name, indented(text, without))).toEqual(read(name, text));
    expect(read(name, indented(text, with4))).toEqual(read(name, text));
  });

  test('of ab say the same without their indentation', () => {
    expect(read('ab.txt', indented(textOf('ab.txt'), without))).toEqual(read('ab.txt'));
  });
});

describe('wrk2', () => {
  test('is told from wrk, whose times count from sending: its own count from when a request was due', () => {
    const result = read('wrk2.txt', wrk2(RECORDED));
    expect(result).toMatchObject({ format: 'wrk2', tool: 'wrk2', connections: 20, requests: { completed: 4_000 }, rate: { mean: 199.97 } });
    expect(result.errors).toEqual({ read: 2, timeout: 31 });
    expect(result.times.latency).toEqual({
      ...{ count: 2_000, min: null, mean: 210.12, stdev: 240.1, max: 1_000 },
      percentiles: { 50: 120.03, 90: 601.09, 99: 812.54, '99.99': 1_000 },
      weak: ['99.99'],
    });
    expect(result.notes.join(' ')).toContain('from when each was due');
    expect(result.notes.join(' ')).not.toContain('actual send');
  });

  test.each([
    ['behind the other one', `${RECORDED}\n${UNCORRECTED}`],
    ['before it', `${UNCORRECTED}\n${RECORDED}`],
  ])('times that leave the wait out stand apart, under their own name: %s', (_, lists) => {
    const result = read('wrk2.txt', wrk2(lists));
    expect(result.times.latency).toMatchObject({ count: 2_000, percentiles: { 50: 120.03, 99: 812.54 } });
    expect(figuresOf(result)).toMatchObject({ 'Uncorrected Latency, 50%': 4.01, 'Uncorrected Latency, 99%': 7.7 });
    expect(result.notes.join(' ')).toContain('Uncorrected Latency');
  });

  test('the uncorrected list alone gives no percentiles of latency', () => {
    const { times, figures, notes } = read('wrk2.txt', wrk2(`\n${UNCORRECTED}`, ''));
    expect(times.latency).toMatchObject({ mean: 210.12, max: 1_000, percentiles: {} });
    expect(figures).toContainEqual({ name: 'Uncorrected Latency, 99%', value: 7.7, unit: 'ms' });
    expect(notes.join(' ')).toContain('with --latency only');
  });

  test.each([
    ['by its calibration', wrk2('')],
    ['by percentiles with three decimals', wrk2('  Latency Distribution\n 50.000%  120.03ms\n100.000%    1.00s\n', '')],
    ['by its histogram', wrk2(RECORDED, '')],
  ])('is known %s', (_, text) => {
    expect(read('some.txt', text.replaceAll('\n', '\r\n')).tool).toBe('wrk2');
  });

  test('what is no number in a test that was too short is not there', () => {
    const short = wrk2('')
      .replace(/Latency .*/, 'Latency       -nan      -nan   0.00us    0.00%')
      .replace(/Req\/Sec .*/, 'Req/Sec       -nan      -nan   0.00      0.00%');
    const { times, figures, requests } = read('short.txt', short);
    expect([times.latency, requests.completed]).toEqual([null, 4_000]);
    expect(figures.map(({ name }) => name)).toEqual(['read']);
  });

  test('what could be of either says so', () => {
    // The usual ten seconds are over before wrk2 has calibrated.
    const { tool, notes } = read('some.txt', wrk2('', '').replace('in 20.00s', 'in 10.05s'));
    expect([tool, notes.join(' ')]).toEqual(['wrk', expect.stringContaining('wrk2 prints the same')]);
    expect(read('long.txt', wrk2('', '')).notes.join(' ')).not.toContain('wrk2');
    expect(read('wrk.txt').notes.join(' ')).not.toContain('wrk2');
  });
});

describe('what is broken names the place', () => {
  const refused = (name: string, text: string): string => {
    const outcome = importText(text, name);
    if (outcome === null || outcome.ok) throw new Error('It should be refused');
    return messageOf(outcome.failure);
  };
  const changed = (name: string, from: RegExp, to: string): string => textOf(name).replace(from, to);

  test.each<[string, string, RegExp]>([
    ['autocannon.json', changed('autocannon.json', /"min":1,/, '"min":"1",'), /latency\.min is the string "1"/],
    ['autocannon.json', changed('autocannon.json', /"count":3267/, '"count":-1'), /statusCodeStats\.200\.count is -1/],
    [
      'artillery.json',
      changed('artillery.json', /"http\.requests": 72/, '"http.requests": {}'),
      /aggregate\.counters\.http\.requests is an object/,
    ],
    ['artillery.json', JSON.stringify({ aggregate: { requestsCompleted: 3, latency: {} }, intermediate: [] }), /Artillery 1/],
    ['k6-summary.json', changed('k6-summary.json', /"max":3\.161823/, '"max":[]'), /\.max is a list/],
    ['k6-points.json', changed('k6-points.json', /"value":2\.\d+/, '"value":1e99'), /line \d+ is none of the rows/],
    ['k6-points.csv', changed('k6-points.csv', /http_req_duration,(\d+),2\.\d+/, 'http_req_duration,$1,x'), /line \d+ is none of the rows/],
    ['ab.txt', changed('ab.txt', /Complete requests.*/, ''), /has no "Complete requests"/],
    ['ab.csv', changed('ab.csv', /50,.*/, '50'), /line 52 is none of the rows/],
    ['ab.tsv', changed('ab.tsv', /(\t\d+){4}\n$/, '\t1\n'), /line 201 is none of the rows/],
    ['wrk.txt', changed('wrk.txt', /2\.44ms/, '2.44parsecs'), /"2\.44parsecs"/],
    ['wrk.txt', textOf('wrk.txt').slice(0, 200), /has no "/],
  ])('%s, %#', (name, text, sentence) => {
    expect(refused(name, text)).toMatch(sentence);
  });
});
