/** The first sentences about results of other load tools: what went wrong comes first, what cannot be is no result, what is not told is not known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportTable } from '../../../../electron/cli/print/text-table.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { LoadResult } from '../../../../shared/model/load/load-result.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { externalAnswer } from '../../../../shared/report/external-answer.ts';
import { externalTables } from '../../../../shared/report/external-tables.ts';
import { cellText, htmlTable, markdownTable, type ReportTable } from '../../../../shared/report/table.ts';
import { TABLE_WRITERS } from '../../../../shared/report/table-text.ts';
import { toExternalReport } from '../../../../shared/session/external-report.ts';
import { importText } from '../../../../shared/session/importers.ts';
import { messageOf } from '../../../helpers/worded.ts';

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, '../../../fixtures/load-results', name), 'utf8');

function answerTo(text: string): { lead: string; rest: string; bad: boolean } {
  const outcome = importText(text, 'some.file');
  if (outcome === null) throw new Error('It is in none of the formats');
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  const { lead, rest, bad } = externalAnswer(toExternalReport({} as RunReport, outcome.value.load!));
  const plain = (words: string): string => words.replaceAll('\u00a0', ' ');
  return { lead: plain(lead), rest: plain(rest), bad };
}

const k6 = (metrics: object): string => JSON.stringify({ metrics, root_group: { name: '' } });
const K6_COUNTS = { http_reqs: { count: 500, rate: 50 } };

/* ---- documents of our own ---- */

const HISTOGRAM = { average: 4.2, mean: 4.2, stddev: 3, min: 0, max: 60, p50: 4, p75: 6, p90: 9, p97_5: 20, p99: 30 };
const CLASSES = { '1xx': 0, '2xx': 2_000, '3xx': 0, '4xx': 0, '5xx': 0 };
function autocannon({ requests = {}, latency = {}, ...more }: Record<string, object | number> = {}): string {
  const usual = {
    url: 'http://h/',
    errors: 0,
    timeouts: 0,
    mismatches: 0,
    duration: 2,
    connections: 4,
    pipelining: 1,
    non2xx: 0,
    ...CLASSES,
  };
  return JSON.stringify({
    requests: { average: 1_000, mean: 1_000, stddev: 20, min: 980, max: 1_020, total: 2_000, sent: 2_004, ...(requests as object) },
    latency: { ...HISTOGRAM, ...(latency as object) },
    throughput: { average: 1_000, total: 2_000 },
    ...{ ...usual, ...more },
  });
}

const wrk = ({ latency = '310.20ms  401.10ms   1.49s', list = ['12.00ms', '80.00ms', '900.00ms', '1.40s'], errors = '' } = {}): string =>
  `Running 10s test @ http://127.0.0.1:8081/items\n  2 threads and 10 connections\n  Thread Stats   Avg      Stdev     Max   +/- Stdev\n    Latency   ${latency}     0.00%\n` +
  `    Req/Sec   201.11     60.02   380.00     71.00%\n  Latency Distribution\n${['50%', '75%', '90%', '99%'].map((one, at) => `     ${one}    ${list[at]}\n`).join('')}` +
  `  4020 requests in 10.02s, 0.51MB read\n${errors}Requests/sec:    401.20\nTransfer/sec:     52.12KB\n`;

interface Part {
  readonly counters: Readonly<Record<string, number>>;
  readonly summaries?: object;
}
const TIMES = { min: 1, max: 90, count: 260, mean: 20, p50: 20, p75: 30, p90: 40, p95: 50, p99: 80, p999: 90 };
const artillery = (counters: Readonly<Record<string, number>>, parts: readonly Part[] = [], times: object = {}): string =>
  JSON.stringify({
    aggregate: { counters, rates: { 'http.request_rate': 30 }, summaries: { 'http.response_time': { ...TIMES, ...times } } },
    intermediate: parts.map((part, at) => ({ period: String(1_790_000_000_000 + 10_000 * at), summaries: {}, ...part })),
  });

const ab = (lines: string, { complete = 100, length = 100, html = 10_000, total = 17_500 } = {}): string =>
  `This is ApacheBench, Version 2.3 <$Revision$>\n\nServer Hostname:        h\nServer Port:            80\n\nDocument Path:          /\nDocument Length:        ${length} bytes\n\n` +
  `Concurrency Level:      5\nTime taken for tests:   1.000 seconds\nComplete requests:      ${complete}\n${lines}Total transferred:      ${total} bytes\nHTML transferred:       ${html} bytes\nRequests per second:    100.00 [#/sec] (mean)\n` +
  'Total:          1    3   0.4      3       9\n\nPercentage of the requests served within a certain time (ms)\n  50%      3\n  99%      8\n 100%      9 (longest request)\n';

test('where a file counts statuses one by one, those that are not expected are counted together', () => {
  const text = artillery({ 'http.requests': 300, 'http.responses': 300, 'http.codes.200': 260, 'http.codes.503': 40 });
  const outcome = importText(text, 'artillery.json');
  const report = toExternalReport({} as RunReport, (outcome?.ok ? outcome.value.load : null)!);
  expect(report.requests.unexpected).toBe(40);
  expect(externalTables(report)[0]!.rows.map((row) => row.map(String))).toContainEqual(['Unexpected status', '40']);
});

/* ---- failures ---- */

describe('what went wrong is in the first sentence, with its kinds and counts', () => {
  test.each<[string, string, string]>([
    [
      'wrk: errors of sockets, and statuses',
      wrk({ errors: '  Socket errors: connect 3, read 210, write 0, timeout 9\n  Non-2xx or 3xx responses: 91\n' }),
      'wrk counted 222 socket errors (read: 210, timeout: 9, connect: 3), 91 responses with a status other than 200 to 399 (2.3 %) and 401.2 requests/s.',
    ],
    [
      'Artillery: errors by name, and codes',
      artillery({
        'http.requests': 300,
        'http.responses': 240,
        'http.codes.200': 200,
        'http.codes.503': 40,
        'errors.ECONNREFUSED': 50,
        'errors.ETIMEDOUT': 10,
      }),
      'Artillery counted 60 errors (ECONNREFUSED: 50, ETIMEDOUT: 10), 40 responses with a status other than 200 to 399 (16.7 %; 503: 40) and 30 requests/s.',
    ],
    [
      'Artillery: what its script expected',
      artillery({ 'http.requests': 9, 'http.responses': 9, 'http.codes.200': 9, 'plugins.expect.ok': 5, 'plugins.expect.failed': 4 }),
      'Artillery counted 4 failed checks and 30 requests/s.',
    ],
    [
      'k6: failed requests, and checks',
      k6({ ...K6_COUNTS, http_req_failed: { passes: 25, fails: 475, value: 0.05 }, checks: { passes: 480, fails: 20, value: 0.96 } }),
      'k6 counted 25 requests that failed or had an unexpected status (5.0 %, http_req_failed), 20 failed checks and 50 requests/s.',
    ],
    [
      'k6: a rate alone',
      k6({ ...K6_COUNTS, http_req_failed: { rate: 0.05 } }),
      'k6 counted 25 requests that failed or had an unexpected status (5.0 %, http_req_failed) and 50 requests/s.',
    ],
    [
      'k6: the summary for machines',
      textOf('k6-machine-summary.json'),
      'k6 counted 11 requests that failed or had an unexpected status (27.5 %, http_req_failed), 11 failed checks and 40 requests.',
    ],
    [
      'k6: points',
      textOf('k6-points.json'),
      'k6 counted 7 failed requests (dial: connection refused: 7), 3 responses with a status other than 200 to 399 (9.1 %; 503: 3), 10 failed checks and 33 responses.',
    ],
    [
      'ab: all that it counts as failed, by its causes',
      ab('Failed requests:        25\n   (Connect: 2, Receive: 3, Length: 18, Exceptions: 2)\nNon-2xx responses:      10\n'),
      'ApacheBench counted 25 failed requests (Length: 18, Receive: 3, Connect: 2, Exceptions: 2), 10 responses with a status other than 200 to 399 (10.0 %) and 100 requests/s.',
    ],
    [
      'autocannon: errors, timeouts, resets, statuses',
      autocannon({
        errors: 30,
        timeouts: 20,
        mismatches: 3,
        resets: 2,
        '5xx': 100,
        '4xx': 50,
        '2xx': 1_850,
        non2xx: 150,
        requests: { sent: 2_034 },
      }),
      'autocannon counted 30 errors (timeouts: 20), 150 responses with a status other than 200 to 399 (7.5 %; 5xx: 100, 4xx: 50), 3 responses with another body than expected, 2 resets of its sequence of requests and 1,000 requests/s.',
    ],
  ])('%s', (_, text, lead) => {
    const answer = answerTo(text);
    expect(answer.lead).toContain(lead);
    expect(answer.bad).toBe(true);
  });

  test('early versions of autocannon, which tell redirects and errors as one', () => {
    const early = JSON.parse(autocannon({ non2xx: 200 })) as Record<string, unknown>;
    for (const key of ['1xx', '3xx', '4xx', '5xx', 'timeouts']) delete early[key];
    const { lead, rest, bad } = answerTo(JSON.stringify(early));
    expect(lead).toBe('autocannon counted 200 responses with a status other than 200 to 299 and 1,000 requests/s.');
    expect(rest).toContain('How many of the responses with a status other than 200 to 299 were redirects the file does not say.');
    expect([rest.includes('not known'), bad]).toEqual([false, true]);
  });

  test('where nothing did, that is the throughput', () => {
    expect(answerTo(wrk())).toMatchObject({ lead: 'wrk counted 401.2 requests/s.', bad: false });
    expect(answerTo(k6({ ...K6_COUNTS, http_req_failed: { passes: 0, fails: 500, value: 0 } }))).toMatchObject({
      lead: 'k6 counted 50 requests/s.',
      bad: false,
    });
    expect(answerTo(autocannon())).toMatchObject({ lead: 'autocannon counted 1,000 requests/s.', bad: false });
  });

  const LENGTH_18 = 'Failed requests:        18\n   (Connect: 0, Receive: 0, Length: 18, Exceptions: 0)\n';

  test('ab: another length than the first may be no response at all, which it does not say', () => {
    const { lead, rest } = answerTo(ab(LENGTH_18, { html: 9_950, total: 17_450 }));
    expect(lead).toBe('ApacheBench counted 18 failed requests (Length: 18) and 100 requests/s.');
    expect(rest).toContain('Length: 18 responses were not as long as the first, which is no failure where pages vary; but ab counts');
    // Pages of errors are shorter.
    const pages = answerTo(ab(`${LENGTH_18}Non-2xx responses:      18\n`, { html: 9_950, total: 17_450 }));
    expect(pages.lead).toContain('18 failed requests (Length: 18), 18 responses with a status other than 200 to 399');
    expect(pages.rest).toContain('Length: 18 responses were not as long');
  });

  test('ab: where as many heads and bodies are missing, there was no response', () => {
    const { lead, rest } = answerTo(ab(LENGTH_18, { html: 8_200, total: 8_200 + 82 * 75 }));
    expect(lead).toBe('ApacheBench counted 18 failed requests (Length: 18) and 100 requests/s.');
    expect(rest).not.toContain('pages vary');
  });
});

describe('latency beside time-outs is said to be that of responses alone', () => {
  const artilleryTimes = { 'http.requests': 300, 'http.responses': 260, 'http.codes.200': 260, 'errors.ETIMEDOUT': 40 };
  test.each([
    [
      'autocannon',
      autocannon({ errors: 27, timeouts: 27 }),
      'These are times of responses alone: 27 requests that timed out are in none of them',
    ],
    ['Artillery', artillery(artilleryTimes), 'These are times of responses alone: 40 requests that timed out are in none of them'],
    [
      'wrk, which leaves late responses out',
      wrk({ errors: '  Socket errors: connect 0, read 0, write 0, timeout 9\n' }),
      'These are times within its time-out alone: what came later (9 timeouts), and requests without a response, are in none of them.',
    ],
    [
      'wrk2, which counts a request at each look',
      wrk({ errors: '  Socket errors: connect 0, read 0, write 0, timeout 9\n' }).replace(
        'Latency Distribution',
        'Latency Distribution (HdrHistogram - Recorded Latency)',
      ),
      'each look at a request that waits too long counts as a timeout, so that one may count several times.',
    ],
  ])('%s', (_, file, sentence) => {
    const { rest } = answerTo(file);
    expect(rest).toMatch(/: half within/);
    expect(rest).toContain(sentence);
  });

  test('points of k6 count requests with an expected response alone', () => {
    expect(answerTo(textOf('k6-points.json')).rest).toContain(
      'These are times of requests with an expected response alone: 10 others are in none of them',
    );
  });

  test('without a time-out nothing is said of them', () => {
    expect(answerTo(autocannon({ errors: 3 })).rest).not.toContain('timed out');
  });
});

test('where Artillery got no response at all, their statuses are no question', () => {
  const { lead, rest } = answerTo(artillery({ 'http.requests': 60, 'errors.ECONNREFUSED': 60 }));
  expect(lead).toContain('60 errors (ECONNREFUSED: 60)');
  expect(rest).not.toContain('not known');
});

test('the table of ab has its own count of failed requests', () => {
  const outcome = importText(ab('Failed requests:        18\n   (Connect: 0, Receive: 0, Length: 18, Exceptions: 0)\n'), 'ab.txt');
  const load = outcome?.ok ? outcome.value.load! : null;
  const [facts] = externalTables(toExternalReport({} as RunReport, load!));
  expect(facts!.rows.map((cells) => cells.map(String).join(': '))).toContain('Failed: 18');
});

describe('requests of which nothing is told', () => {
  test('more than can be in flight are said, with how many can be', () => {
    const { lead, rest, bad } = answerTo(autocannon({ requests: { sent: 2_500 } }));
    expect(lead).toBe('autocannon counted 500 requests as sent with neither a response nor an error and 1,000 requests/s.');
    expect(rest).toContain('Of the 2,500 sent, at most 4 can have been in flight at the end.');
    expect(rest).not.toContain('-R');
    // More latencies than responses show that a rate was set.
    const { rest: ofRate } = answerTo(autocannon({ requests: { sent: 2_500 }, latency: { totalCount: 2_200 } }));
    expect(ofRate).toContain('with a rate (-R) it counts more as sent than it sends');
    expect(ofRate).toContain('Latency from sending, with values that autocannon added: half within');
    expect(rest).toContain('Latency from sending: half within');
    expect(bad).toBe(true);
    expect(answerTo(autocannon({ requests: { sent: 2_040 }, pipelining: 10 })).bad).toBe(false);
    // With a rate of 1,020 requests/s, autocannon counts those of a second twice.
    expect(answerTo(autocannon({ requests: { sent: 3_020 } })).bad).toBe(false);
    expect(answerTo(artillery({ 'http.requests': 300, 'http.responses': 240, 'errors.ETIMEDOUT': 20 })).lead).toContain(
      '40 requests as sent with neither a response nor an error',
    );
  });

  test('of autocannon, as many as the first second of a set rate has are said before the rate, and are no bad news by themselves', () => {
    expect(answerTo(autocannon({ requests: { sent: 2_904 } })).bad).toBe(false);
    const { lead, rest } = answerTo(autocannon({ requests: { sent: 2_904 }, '5xx': 40, '2xx': 1_960 }));
    expect(rest).toContain('with a rate (-R) it counts more as sent than it sends');
    expect(lead).toBe(
      'autocannon counted 40 responses with a status other than 200 to 399 (2.0 %; 5xx: 40), 904 requests as sent with neither a response nor an error and 1,000 requests/s.',
    );
  });

  test.each([
    ['of a file of percentiles', textOf('ab.csv'), 'Whether requests failed, and with which statuses they were answered, is not known'],
    ['of an early k6', k6({ ...K6_COUNTS, http_req_duration: { avg: 10 } }), 'Whether requests failed, and with which'],
    [
      'of a file without errors',
      autocannon().replace('"errors":0,', '').replace('"timeouts":0,', ''),
      'Whether requests failed is not known',
    ],
    [
      'of a file without statuses',
      autocannon()
        .replace(/"\dxx":\d+,?/g, '')
        .replace('"non2xx":0,', '')
        .replace(',}', '}'),
      'a status other than 200 to 399 is not known',
    ],
  ])('it is not known whether they failed: %s', (_, text, sentence) => {
    expect(answerTo(text).rest).toContain(sentence);
  });
});

test('the table of a file that does not say so has no count of them, and that it is not known', () => {
  const rowsOf = (text: string): string[] => {
    const outcome = importText(text, 'some.file');
    const load = outcome?.ok ? outcome.value.load! : null;
    const [facts] = externalTables(toExternalReport({} as RunReport, load!));
    return facts!.rows.map((cells) => cells.map(String).join(': '));
  };
  expect(rowsOf(textOf('ab.csv'))).toEqual(expect.arrayContaining(['Failed: not known', 'Unexpected status: not known']));
  expect(rowsOf(textOf('ab.txt'))).toEqual(expect.arrayContaining(['Failed: 20', 'Unexpected status: 20']));
  for (const name of ['k6-summary.json', 'artillery.json', 'wrk.txt', 'autocannon.json'])
    expect(rowsOf(textOf(name)).join()).not.toContain('not known');
});

describe('without a response, that is said first, and how long it was waited is no latency', () => {
  const WAITED = { avg: 60_000, min: 60_000, med: 60_000, max: 60_001, 'p(90)': 60_000, 'p(95)': 60_001 };
  const zero = { avg: 0, min: 0, med: 0, max: 0, 'p(90)': 0, 'p(95)': 0 };
  const failed = { http_reqs: { count: 20, rate: 2 }, http_req_failed: { passes: 20, fails: 0, value: 1 }, iteration_duration: WAITED };
  const waiting = { http_req_duration: WAITED, http_req_waiting: WAITED, http_req_connecting: { ...zero, max: 1 } };

  test.each<[string, string, string]>([
    [
      'k6',
      k6({ ...failed, ...waiting, data_received: { count: 0, rate: 0 } }),
      'k6 counted no response to 20 requests and 20 failed requests.',
    ],
    [
      'k6, whose latency would be that of expected responses',
      k6({ ...failed, ...waiting, 'http_req_duration{expected_response:true}': zero, data_received: { count: 0, rate: 0 } }),
      'k6 counted no response to 20 requests and 20 failed requests.',
    ],
    [
      'autocannon, of which all requests still waited',
      autocannon({ requests: { average: 0, mean: 0, min: 0, max: 0, total: 0, sent: 4 }, '2xx': 0 }),
      'autocannon counted no response to 4 requests.',
    ],
    [
      'wrk',
      wrk({ latency: '0.00us    0.00us   0.00us', list: ['0.00us', '0.00us', '0.00us', '0.00us'] })
        .replace('4020 requests', '0 requests')
        .replace('401.20', '0.00'),
      'wrk counted no response.',
    ],
    [
      'ab -r',
      ab('Failed requests:        45\n   (Connect: 0, Receive: 30, Length: 0, Exceptions: 15)\n', {
        complete: 30,
        length: 0,
        html: 0,
        total: 0,
      }),
      'ApacheBench counted no response and 45 failed requests (Receive: 30, Exceptions: 15).',
    ],
    [
      'Artillery',
      artillery({ 'http.requests': 60, 'errors.ECONNREFUSED': 60 }),
      'Artillery counted no response to 60 requests and 60 errors (ECONNREFUSED: 60).',
    ],
  ])('%s', (_, text, lead) => {
    const answer = answerTo(text);
    expect(answer.lead).toBe(lead);
    expect(answer.rest).toContain('It timed no responses.');
    expect(answer.rest).not.toMatch(/within|on average/);
    expect(answer.bad).toBe(true);
  });

  test('k6: with bytes received, whether there were responses is not known', () => {
    const { lead } = answerTo(k6({ ...failed, ...waiting, data_received: { count: 900, rate: 90 } }));
    expect(lead).toBe('k6 counted 20 requests that failed or had an unexpected status (100.0 %, http_req_failed) and 2 requests/s.');
  });
});

describe('ab: requests whose connection broke', () => {
  const RESETS = 'Failed requests:        30\n   (Connect: 0, Receive: 10, Length: 10, Exceptions: 10)\n';

  test('count under several causes, and are among its times', () => {
    const { rest } = answerTo(ab(RESETS));
    expect(rest).toContain(
      'ab may count one request under several of these causes, so that fewer may have failed than it counts: at least 10.',
    );
    expect(rest).toContain('Requests whose connection broke are among these times');
    expect(answerTo(ab('')).rest).not.toMatch(/causes|broke/);
  });

  test('-g has requests, of which it does not say whether they had a response', () => {
    const { lead, rest } = answerTo(textOf('ab.tsv'));
    expect(lead).toBe('ApacheBench counted 200 requests.');
    expect(rest).toContain('Whether requests failed, and with which statuses they were answered, is not known');
  });
});

describe('wrk, which counts nothing of requests that still wait at the end', () => {
  /** Of ten connections in 10 s. */
  const times = (mean: string) =>
    answerTo(wrk({ latency: `${mean}    5.00ms  90.00ms`, list: ['4.00ms', '5.00ms', '6.00ms', '80.00ms'] })).rest;

  test('says how much of the time of its connections its responses do not account for', () => {
    expect(times('5.00ms')).toContain(
      'Its latencies add up to 20.1 s at most, of 100 s that its 10 connections had: for the rest, requests may have waited',
    );
  });

  test('says nothing where they account for most of it, nor of what real servers answered', () => {
    expect(times('20.00ms')).not.toContain('add up to');
    expect(answerTo(textOf('wrk.txt')).rest).not.toContain('add up to');
  });
});

describe('wrk: responses that came after its time-out', () => {
  /** 4,020 responses in 10 s, of ten connections. */
  const late = (count: number, { mean = '5.00ms', responses = 4_020, seconds = 10.02 } = {}) =>
    answerTo(
      wrk({
        latency: `${mean}    5.00ms  90.00ms`,
        list: ['4.00ms', '5.00ms', '6.00ms', '80.00ms'],
        errors: `  Socket errors: connect 0, read 0, write 0, timeout ${count}\n`,
      })
        .replace('4020 requests in 10.02s', `${responses} requests in ${seconds}s`)
        .replace('401.20', (responses / seconds).toFixed(2)),
    ).rest;

  test('have no part in the sum of its latencies, and what they took is said first of the rest', () => {
    expect(late(20)).toContain(
      'Its latencies within its time-out add up to 20.0 s at most, of 100 s that its 10 connections had. ' +
        'In the rest, it waited for what came later (20 timeouts: 40.0 s or more in all if the time-out was 2 s, as usual; how much more is not known), ' +
        'and other requests may have waited for a response that did not come, or connections were being opened',
    );
    expect(late(1)).toContain(
      'it waited for what came later (1 timeout: 2.00 s or more if the time-out was 2 s, as usual; how much more is not known)',
    );
  });

  test('may account for what its latencies do not', () => {
    expect(late(30)).not.toContain('add up to');
    expect(late(30)).toContain('what came later (30 timeouts)');
  });

  test.each([
    ['they would have taken more than there was', late(50)],
    ['the test was shorter than that', late(2, { responses: 20, seconds: 1 })],
  ])('where %s, the time-out was not the usual one', (_, rest) => {
    expect(rest).toMatch(/it waited for what came later \(\d+ timeouts: how long is not known\), and other requests may/);
  });

  test('if all are, none was timed', () => {
    const errors = '  Socket errors: connect 0, read 0, write 0, timeout 4\n';
    const zeros = wrk({ latency: '0.00us    0.00us   0.00us', list: ['0.00us', '0.00us', '0.00us', '0.00us'], errors });
    const { lead, rest } = answerTo(zeros.replace('4020 requests', '4 requests').replace('401.20', '0.40'));
    expect([lead, rest]).toEqual(['wrk counted 4 socket errors (timeout: 4) and 0.4 requests/s.', 'It timed no responses.']);
    // Four at a time, of which one counts as a timeout.
    const together = answerTo(zeros.replace('4020 requests', '16 requests').replace('401.20', '1.60'));
    expect(together.rest).toBe('It timed no responses.');
  });
});

describe('wrk with a script that sends 16 requests together', () => {
  const pipelined = textOf('wrk-pipelined.txt');

  test('prints figures that contradict each other, and what it prints them of is said', () => {
    const { rest } = answerTo(pipelined);
    expect(rest).toContain('Impossible in this file: latency within 13.31 ms for 90 %, and within 0 ms for 99 %.');
    expect(rest).toContain(
      'wrk prints such zeros where a script sends several requests together: it then counts values that its mean and percentiles leave out.',
    );
    expect(answerTo(wrk({ list: ['12.00ms', '80.00ms', '60.00ms', '1.40s'] })).rest).not.toContain('such zeros');
  });

  test('its mean is no result, either', () => {
    const outcome = importText(pipelined, 'wrk.txt');
    const tables = externalTables(toExternalReport({} as RunReport, (outcome?.ok ? outcome.value.load : null)!));
    const text = tables.flatMap(({ rows }) => rows.map((cells) => cells.map(cellText).join(': ').replaceAll('\u00a0', ' ')));
    expect(text).toContain('Avg: 2.75 *');
    expect(text.join('\n')).not.toMatch(/^Values/m);
  });
});

describe('k6: thresholds of its script', () => {
  const duration = { avg: 2, med: 2, max: 9, thresholds: { 'p(95)<500': { ok: true }, 'max<5': { ok: false } } };
  const file = k6({ ...K6_COUNTS, http_req_failed: { passes: 0, fails: 500, value: 0 }, http_req_duration: duration });

  test('that were not met are in the first sentence', () => {
    expect(answerTo(file)).toMatchObject({
      lead: 'k6 counted 1 threshold that was not met (http_req_duration max<5) and 50 requests/s.',
      bad: true,
    });
  });

  test('all of them are in a table', () => {
    const outcome = importText(file, 'k6.json');
    const tables = externalTables(toExternalReport({} as RunReport, (outcome?.ok ? outcome.value.load : null)!));
    const table = tables.find(({ caption }) => caption === 'Thresholds of its script, from another tool: k6');
    expect(table!.rows.map((cells) => cells.map(cellText).join(': '))).toEqual([
      'http_req_duration: p(95)<500: met',
      'http_req_duration: max<5: not met',
    ]);
  });
});

test('how many values percentiles stand on is said not to be known where nothing tells it', () => {
  const unknown = 'How many values these percentiles stand on is not known: the file does not say.';
  expect(answerTo(textOf('ab.csv')).rest).toContain(unknown);
  expect(answerTo(textOf('wrk.txt')).rest).toContain(
    'How many values these percentiles stand on is not known: of requests that a script sends together, wrk times the last alone, and the file does not say whether one did so.',
  );
  for (const name of ['wrk.txt', 'ab.txt', 'ab.tsv', 'k6-summary-export.json', 'autocannon.json', 'artillery.json'])
    expect(answerTo(textOf(name)).rest).not.toContain(unknown);
  // Too few stand in brackets, and are no part of the sentence.
  expect(answerTo(wrk().replace('4020 requests in 10.02s', '30 requests in 10.02s').replace('401.20', '2.99')).rest).toContain(
    'half within 12 ms, 75 % within 80 ms.',
  );
});

describe('k6: a script without requests over HTTP', () => {
  const visits = { avg: 50, med: 50, max: 60, min: 40, 'p(90)': 55, 'p(95)': 58 };

  test('has none whose outcome could be told', () => {
    const { rest } = answerTo(k6({ iterations: { count: 40, rate: 20 }, iteration_duration: visits }));
    expect(rest).toBe('It made no requests over HTTP. Whole visits: half within 50 ms, 90 % within 55 ms.');
    const outcome = importText(k6({ iterations: { count: 40, rate: 20 }, iteration_duration: visits }), 'x');
    expect(outcome?.ok && outcome.value.notes.map(wordSaid)).toEqual([expect.stringMatching(/^k6 times requests from the actual send/)]);
    // Of a summary that somebody has shortened it is not known.
    expect(answerTo(k6({ http_req_duration: visits })).rest).toContain('is not known: the file does not say');
  });

  test('its points have nothing to show, and nothing is missing', () => {
    const point = '{"metric":"orders","type":"Point","data":{"time":"2026-01-01T00:00:00Z","value":1,"tags":{}}}\n';
    expect(() => answerTo(point)).toThrow(
      'some.file has no request over HTTP (http_req_duration): the script made none, or the file ends before the first.',
    );
    expect(() => answerTo('metric_name,timestamp,metric_value,status\norders,1,1,\n')).toThrow('has no request over HTTP');
  });
});

test('k6: where every request failed, zeros are no latency', () => {
  const zero = { avg: 0, min: 0, med: 0, max: 0, 'p(90)': 0, 'p(95)': 0 };
  const metrics = { ...K6_COUNTS, http_req_failed: { passes: 500, fails: 0, value: 1 }, 'http_req_duration{expected_response:true}': zero };
  expect(answerTo(k6({ ...metrics, http_req_duration: zero, http_req_waiting: zero })).rest).toBe('It timed no responses.');
  // Those with an unexpected status have a response all the same.
  expect(answerTo(k6({ ...metrics, http_req_waiting: { avg: 2, med: 2, max: 3 } })).rest).toContain('Time to first byte: half within');
});

/** Files that tools wrote. */
const REAL = [
  'ab.csv',
  'ab.tsv',
  'ab.txt',
  'artillery.json',
  'autocannon-timeouts.json',
  'autocannon.json',
  'k6-machine-summary.json',
  'k6-points.csv',
  'k6-points.json',
  'k6-summary-export.json',
  'k6-summary.json',
  'wrk-resets.txt',
  'wrk.txt',
];

describe('figures that contradict each other are called impossible, and are no result', () => {
  const latency = 'Impossible in this file: latency';
  test.each<[string, string, string]>([
    [
      'percentiles of 0 beside a mean',
      wrk({ list: ['0.00us', '0.00us', '0.00us', '0.00us'] }),
      `${latency} of 310.2 ms on average, and within 0 ms for 99 %.`,
    ],
    ['a percentile above the largest', autocannon({ latency: { p99: 61 } }), `${latency} of 61 ms for 99 %, and of 60 ms at most.`],
    ['a percentile below the smallest', autocannon({ latency: { min: 5 } }), `${latency} of 4 ms for 50 %, and of 5 ms at least.`],
    ['percentiles that fall', autocannon({ latency: { p90: 5 } }), `${latency} within 6 ms for 75 %, and within 5 ms for 90 %.`],
    ['a mean above the largest', autocannon({ latency: { mean: 70 } }), `${latency} of 70 ms on average, and of 60 ms at most.`],
    [
      'a mean below the percentiles',
      wrk({ latency: '1.00ms  401.10ms   1.49s' }),
      `${latency} of 1 ms on average, and within 12 ms for 50 %.`,
    ],
    ['the smallest above the largest', autocannon({ latency: { min: 100 } }), `${latency} from 100 ms at least to 60 ms at most.`],
    [
      'percentiles of k6',
      k6({ ...K6_COUNTS, http_req_duration: { min: 10, med: 17, max: 24, 'p(99.9)': 31, count: 52 } }),
      `${latency} of 31 ms for 99.9 %, and of 24 ms at most.`,
    ],
    [
      'times to first byte',
      artillery({ 'http.requests': 260, 'http.responses': 260, 'http.codes.200': 260 }, [], { p99: 120 }),
      'Impossible in this file: time to first byte of 120 ms for 99 %, and of 90 ms at most.',
    ],
  ])('%s', (_, text, sentence) => {
    const { lead, rest, bad } = answerTo(text);
    expect(rest).toContain(sentence);
    expect(`${lead} ${rest}`).not.toMatch(/(Latency from sending|Time to first byte):/);
    expect(bad).toBe(true);
  });

  test('more completed than sent; more with a status than there were', () => {
    expect(answerTo(autocannon({ requests: { sent: 1_900 } })).rest).toContain(
      'Impossible in this file: 2,000 requests completed, and 1,900 sent.',
    );
    const { lead, rest } = answerTo(autocannon({ non2xx: 2_400, '5xx': 2_400, '2xx': 0 }));
    expect(rest).toContain('Impossible in this file: 2,400 responses with a status other than 200 to 399, and 2,000 responses in all.');
    expect(lead).not.toContain('%');
  });

  test('more that failed than were sent', () => {
    const { lead, rest } = answerTo(k6({ ...K6_COUNTS, http_req_failed: { passes: 600, fails: 0, value: 1 } }));
    expect(rest).toContain('Impossible in this file: 600 requests failed, and 500 were sent.');
    expect(lead).toBe('k6 counted 50 requests/s.');
  });

  test.each([
    ['wrk', wrk().replace('Requests/sec:    401.20', 'Requests/sec:   4012.00'), '4,012 requests/s, and 4,020 requests in 10.02 s.'],
    ['ab', ab('').replace('100.00 [#/sec]', '250.00 [#/sec]'), '250 requests/s, and 100 requests in 1 s.'],
  ])('a rate that the counts do not have, of %s', (_, text, sentence) => {
    const { lead, rest } = answerTo(text);
    expect(rest).toContain(`Impossible in this file: ${sentence}`);
    expect(lead).not.toContain('requests/s');
  });

  test('periods that do not add up to what is counted in all', () => {
    const part = { counters: { 'http.requests': 100, 'http.responses': 90, 'errors.ETIMEDOUT': 10 } };
    const all = { 'http.requests': 300, 'http.responses': 260, 'errors.ETIMEDOUT': 40 };
    const { rest } = answerTo(artillery(all, [part, part]));
    expect(rest).toContain('Impossible in this file: 260 responses in all, and 180 in its periods together.');
    expect(rest).toContain('Impossible in this file: 40 failures in all, and 20 in its periods together.');
    expect(answerTo(artillery({ 'http.requests': 200, 'http.responses': 180, 'errors.ETIMEDOUT': 20 }, [part, part])).rest).not.toContain(
      'Impossible',
    );
  });

  test.each(REAL)('none of what a tool really wrote: %s', (name) => {
    expect(answerTo(textOf(name)).rest).not.toContain('Impossible');
  });
});

describe('latencies that add up to more than the connections had', () => {
  /** As of autocannon where a server closes connections: 2,000 responses in 2 s, by 4 connections. */
  const slow = { average: 60, mean: 60, min: 1, max: 200, p50: 58, p75: 80, p90: 110, p97_5: 140, p99: 160, totalCount: 2_000 };
  const ofAb = (mean: number): string => ab('').replace('Total:          1    3', `Total:          1    ${mean}`);
  const isImpossible = (text: string): boolean => answerTo(text).rest.includes('Impossible');

  test('are no result', () => {
    const { lead, rest, bad } = answerTo(autocannon({ latency: slow }));
    expect([lead, rest, bad]).toEqual([
      'autocannon counted 1,000 requests/s.',
      'Impossible in this file: the latencies of 2,000 responses add up to 120 s, and its 4 connections had at most 10.0 s for them. So none of these latencies is a result.',
      true,
    ]);
  });

  test('with pipelining, each connection has several times as much', () => {
    expect(answerTo(autocannon({ latency: slow, pipelining: 3 })).rest).toContain(
      'its 4 connections had at most 30.0 s for them, with 3 requests at a time on each.',
    );
    expect(isImpossible(autocannon({ latency: slow, pipelining: 12 }))).toBe(false);
    // How many there were at a time is not known.
    expect(isImpossible(autocannon({ latency: slow }).replace('"pipelining":1,', ''))).toBe(false);
  });

  test('of ab as well, whose mean may be half a millisecond too high', () => {
    const latencies = (mean: number) =>
      ofAb(mean)
        .replace('0.4      3       9', '0.4     60      90')
        .replaceAll(/(50|99)%( +)[38]\b/g, '$1%$260');
    expect(answerTo(latencies(61)).rest).toContain(
      'the latencies of 100 responses add up to 6.10 s, and its 5 connections had at most 5.03 s for them.',
    );
    expect([isImpossible(latencies(53)), isImpossible(latencies(54))]).toEqual([false, true]);
  });

  test('with a rate, autocannon adds latencies that it did not measure: nothing is said of their sum', () => {
    expect(isImpossible(autocannon({ latency: { ...slow, totalCount: 2_900 } }))).toBe(false);
    // Of those that it measured, some may be left out: then they are as many as had a status of 200 to 299.
    const some = { '2xx': 1_500, '5xx': 500, non2xx: 500 };
    expect(isImpossible(autocannon({ ...some, latency: { ...slow, totalCount: 1_500 } }))).toBe(true);
    expect(isImpossible(autocannon({ ...some, latency: { ...slow, totalCount: 1_900 } }))).toBe(false);
  });

  test('of a test whose time is told in whole seconds, half a second more counts', () => {
    const latency = { ...slow, average: 4.5, mean: 4.5, p50: 4, p75: 5, p90: 9, p97_5: 20, p99: 40 };
    expect([2, 1.99].map((duration) => isImpossible(autocannon({ duration, latency })))).toEqual([false, false]);
    const more = { ...latency, average: 5.5, mean: 5.5 };
    expect([2, 1.99].map((duration) => isImpossible(autocannon({ duration, latency: more })))).toEqual([false, true]);
  });

  test('of several workers, the last may have taken longer than the file says', () => {
    expect(isImpossible(autocannon({ latency: slow, workers: 2 }))).toBe(true);
    // Their seconds are counted by the rate: 8 s on average.
    const longer = { average: 250, mean: 250, min: 200, max: 300 };
    const latency = { ...slow, average: 30, mean: 30, p50: 28, p75: 40, p90: 55 };
    expect(isImpossible(autocannon({ latency, workers: 2, requests: longer }))).toBe(false);
    expect(isImpossible(autocannon({ latency: slow, workers: 8 }))).toBe(false);
  });

  test('is no rule of tools whose latencies are not those of their connections alone', () => {
    const held = wrk({ latency: '400.00ms  401.10ms   1.49s', list: ['300.00ms', '500.00ms', '900.00ms', '1.40s'] });
    expect(isImpossible(held)).toBe(false);
    expect(isImpossible(held.replace('Latency Distribution', 'Latency Distribution (HdrHistogram - Recorded Latency)'))).toBe(false);
  });
});

describe('in the tables, figures that contradict each other are marked, and others are not', () => {
  const loadOf = (text: string): LoadResult => {
    const outcome = importText(text, 'some.file');
    if (!outcome?.ok) throw new Error('It was not read');
    return outcome.value.load!;
  };
  const tablesOf = (text: string): ReportTable[] => externalTables(toExternalReport({} as RunReport, loadOf(text)));
  const plain = (words: string): string => words.replaceAll('\u00a0', ' ');
  /** 'name of the row: text' of each cell with a mark; where a table has more columns, with the title of its column. */
  const markedIn = (tables: readonly ReportTable[]): string[] =>
    tables.flatMap(({ columns, rows }) =>
      rows.flatMap((row) =>
        row.flatMap((cell, at) => {
          const shown = plain(cellText(cell));
          const column = columns.length > 2 ? `, ${columns[at]!.title}` : '';
          return shown.endsWith(' *') ? [`${plain(cellText(row[0]!))}${column}: ${shown}`] : [];
        }),
      ),
    );
  const MARKED = '* Contradicts another figure of the file, and is no result.';
  const notesIn = (tables: readonly ReportTable[]): string[] =>
    tables.flatMap(({ note = '' }) => (note.includes(MARKED) ? [plain(note)] : []));

  test('wrk: percentiles of 0 beside a mean', () => {
    const zeros = tablesOf(wrk({ list: ['0.00us', '0.00us', '0.00us', '0.00us'] }));
    expect(markedIn(zeros)).toEqual(['Avg: 310.2 *', '50 %: 0 *', '75 %: 0 *', '90 %: 0 *', '99 %: 0 *']);
    expect(notesIn(zeros)).toEqual([
      'wrk prints such zeros where a script sends several requests together: it then counts values that its mean and percentiles leave out. ' +
        `${MARKED} Impossible in this file: latency of 310.2 ms on average, and within 0 ms for 99 %.`,
    ]);
  });

  test.each([
    ['by each of them', '1.00ms', ['Avg: 1 *', '50 %: 12 *', '75 %: 80 *', '90 %: 900 *', '99 %: 1,400 *'], '12 ms for 50 %'],
    ['by all of them together', '80.20ms', ['Avg: 80.2 *', '50 %: 12 *', '75 %: 80 *', '90 %: 900 *', '99 %: 1,400 *'], '900 ms for 90 %'],
  ])('wrk: a mean below its percentiles, contradicted %s', (_, mean, marked, named) => {
    const odd = tablesOf(wrk({ latency: `${mean}  401.10ms   1.49s` }));
    expect(markedIn(odd)).toEqual(marked);
    expect(notesIn(odd).join()).toContain(`and within ${named}.`);
  });

  test('wrk: a rate that its counts do not have', () => {
    const odd = tablesOf(wrk().replace('Requests/sec:    401.20', 'Requests/sec:   4012.00'));
    expect(markedIn(odd)).toEqual(['Duration: 10.0 s *', 'Completed: 4,020 *', 'Requests/s: 4,012 *']);
  });

  test('k6: percentiles above the largest, in any order', () => {
    const odd = tablesOf(
      k6({ ...K6_COUNTS, http_req_duration: { min: 10, med: 17, max: 24, 'p(99.9)': 31, 'p(99.999)': 38, count: 500 } }),
    );
    expect(markedIn(odd)).toEqual(['99.9 %: 31 *', '99.999 %: 38 *', 'Max: 24 *']);
  });

  test('autocannon: a p99 below the percentiles under it', () => {
    const odd = tablesOf(autocannon({ latency: { p99: 7 } }));
    expect(markedIn(odd)).toEqual(['90 %: 9 *', '97.5 %: 20 *', '99 %: 7 *'].map((one) => one.replace(':', ', Latency from sending, ms:')));
  });

  test('autocannon: latencies that add up to more than there was, and percentiles that do so alone', () => {
    const latency = { average: 60, mean: 60, min: 1, max: 200, p50: 58, p75: 80, p90: 110, p97_5: 140, p99: 160, totalCount: 2_000 };
    const odd = tablesOf(autocannon({ latency }));
    expect(markedIn(odd)).toEqual(
      ['Avg: 60 *', '50 %: 58 *', '75 %: 80 *', '90 %: 110 *'].map((one) => one.replace(':', ', Latency from sending, ms:')),
    );
    expect(notesIn(odd).join()).toContain('add up to 120 s');
  });

  test('autocannon: more responses than requests', () => {
    expect(markedIn(tablesOf(autocannon({ requests: { sent: 1_900 } })))).toEqual(['Sent: 1,900 *', 'Completed: 2,000 *']);
    const statuses = tablesOf(autocannon({ non2xx: 2_400, '5xx': 2_400, '2xx': 0 }));
    expect(markedIn(statuses)).toEqual(['Completed: 2,000 *', 'Unexpected status: 2,400 *', 'Status 5xx: 2,400 *']);
    expect(notesIn(statuses)).toHaveLength(2);
  });

  test('k6: more failures than requests', () => {
    const odd = tablesOf(k6({ ...K6_COUNTS, http_req_failed: { passes: 600, fails: 0, value: 1 } }));
    expect(markedIn(odd)).toEqual(['Sent: 500 *', 'Error http_req_failed: 600 *']);
  });

  test('Artillery: sums that do not add up to the periods', () => {
    const part = { counters: { 'http.requests': 100, 'http.responses': 90, 'errors.ETIMEDOUT': 10 } };
    const counters = { 'http.requests': 200, 'http.responses': 190, 'errors.ETIMEDOUT': 20 };
    const odd = tablesOf(artillery(counters, [part, part]));
    expect(markedIn(odd)).toEqual(['Completed: 190 *', '0 s, Completed: 90 *', '10 s, Completed: 90 *']);
    expect(notesIn(odd)).toEqual([
      `${MARKED} Impossible in this file: 190 responses in all, and 180 in its periods together.`,
      `${MARKED} Impossible in this file: 190 responses in all, and 180 in its periods together.`,
    ]);
    expect(markedIn(tablesOf(artillery({ ...counters, 'http.responses': 180 }, [part, part])))).toEqual([]);
  });

  test('Artillery: a period whose percentiles fall', () => {
    const [first, second] = [20, 95].map((p50) => ({
      counters: { 'http.requests': 130, 'http.responses': 130 },
      summaries: { 'http.response_time': { ...TIMES, p50, count: 130 } },
    }));
    const odd = tablesOf(artillery({ 'http.requests': 260, 'http.responses': 260 }, [first!, second!]));
    expect(markedIn(odd)).toEqual(['10 s, p50, ms: 95 *', '10 s, p99, ms: 80 *', '10 s, max, ms: 90 *']);
    expect(notesIn(odd)).toEqual([`${MARKED} Impossible in this file: in the period from 10 s, p50 of 95 ms and p99 of 80 ms.`]);
  });

  test('every surface that writes has mark and note; for spreadsheets the figure stays plain', () => {
    const [facts] = tablesOf(autocannon({ requests: { sent: 1_900 } }));
    for (const written of [htmlTable(facts!).html, reportTable(facts!), markdownTable(facts!).replaceAll('\\', '')].map(plain)) {
      expect(written).toContain('1,900 *');
      expect(written).toContain('2,000 requests completed, and 1,900 sent');
    }
    for (const format of ['csv', 'tsv'] as const) {
      expect(TABLE_WRITERS[format].write(facts!)).toContain('1,900');
      expect(TABLE_WRITERS[format].write(facts!)).not.toContain('*');
    }
  });

  test.each(REAL)('none of what a tool really wrote: %s', (name) => {
    const tables = tablesOf(textOf(name));
    expect(markedIn(tables)).toEqual([]);
    expect(notesIn(tables).join()).not.toContain(MARKED);
  });
});

describe('few columns: what there is, and nothing beside it', () => {
  test.each<[string, object, string]>([
    ['a mean and one percentile', { avg: 10, 'p(98)': 17 }, 'Latency from sending: 10 ms on average, 98 % within 17 ms.'],
    ['a mean', { avg: 10 }, 'Latency from sending: 10 ms on average.'],
    ['a percentile', { 'p(99)': 17 }, 'Latency from sending: 99 % within 17 ms.'],
    ['a percentile that too few of its requests lie behind', { 'p(99.99)': 17 }, ''],
    ['a median', { med: 9 }, 'Latency from sending: half within 9 ms.'],
    ['a median below the millisecond in which it was timed', { med: 0, max: 4 }, 'Latency from sending: half within 1 ms.'],
    ['the largest alone', { max: 9 }, ''],
  ])('%s', (_, duration, sentence) => {
    const known = { http_req_failed: { passes: 0, fails: 500, value: 0 } };
    expect(answerTo(k6({ ...K6_COUNTS, ...known, http_req_duration: duration })).rest).toBe(sentence);
  });
});
