import { expect, test } from 'vitest';
import { findEndedVariant, findFailedVariant, findLoadFailure } from '../../../../shared/analysis/failed-load.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { hasLoad, type RunReport } from '../../../../shared/model/report.ts';
import { say } from '../../../../shared/words/said.ts';
import { makeReport, makeSetup } from '../../../helpers/fake-data.ts';
import { hintOf, messageOf, worded } from '../../../helpers/worded.ts';

const well = makeReport(makeSetup('/app/server.js'), 20_000, null).runs.find(hasLoad)!;
const requests = { sent: 30, completed: 0, failed: 0, timedOut: 0, unfinished: 0, dropped: 0, unexpected: 0 };
const bad: RunReport = {
  ...well,
  ending: 'completed',
  latencyMs: null,
  requests: { ...requests, completed: 10, failed: 20, unexpected: 10 },
  errors: { TIMEOUT: 5, CLOSED: 15 },
  status: { 503: 10 },
};

test('a load with one expected response has not failed as a whole', () => {
  expect(findLoadFailure(well)).toBeNull();
  expect(findLoadFailure({ ...bad, latencyMs: well.latencyMs })).toBeNull();
});

test('the causes are sorted by frequency, with a hint for the most frequent', () => {
  expect(worded(findLoadFailure(bad))).toMatchObject({
    code: 'load-failed',
    message: expect.stringMatching(
      /none of 30 requests .*: 15 CLOSED \(.*\), 5 TIMEOUT \(.*\), 10 with status 503 \(Service Unavailable\)\./,
    ),
    hint: expect.stringContaining('check its output'),
  });
});

test('an event stream does not end by itself: no hint says that waiting for longer would help', () => {
  const head = { line: 'HTTP/1.1 200 OK', headers: [{ name: 'Content-Type', value: 'text/event-stream; charset=utf-8' }], isCut: false };
  const kept = { request: 0, connection: 0, status: 1, error: 'TIMEOUT' as const, atMs: 1, latencyMs: 1, bytes: 90, head, body: null };
  const timedOut = { ...bad, requests: { ...requests, failed: 10 }, errors: { TIMEOUT: 10 }, status: {} };
  const answers = [{ ...kept, stdout: '', stderr: '' }];
  expect(hintOf(findLoadFailure({ ...timedOut, answers })!)).toContain('does not end by itself');
  expect(hintOf(findLoadFailure(timedOut)!)).toContain('Raise --timeout');
  const openStreams = { count: 4, eventStreams: 4, events: 9, eventsMs: 3_000, eventsPerSecond: null, firstByteMs: null };
  const open = { ...bad, requests: { ...requests, sent: 4, unfinished: 4 }, errors: {}, status: {}, openStreams };
  expect(findLoadFailure(open)).toBeNull();
});

test('requests that were given up behind a timeout are counted, and the hint is about the timeout', () => {
  const pipelined = { ...bad, requests: { ...requests, failed: 40 }, errors: { TIMEOUT: 10, ABANDONED: 30 }, status: {} };
  expect(worded(findLoadFailure(pipelined))).toMatchObject({
    message: expect.stringMatching(/none of 40 requests .*: 30 ABANDONED \(.*\), 10 TIMEOUT \(.*\)\./),
    hint: expect.stringContaining('Raise --timeout'),
  });
});

test('no response at all is a failure if the run was completed, not if it was stopped', () => {
  const silent = { ...bad, requests: { ...requests, unfinished: 30 }, errors: {}, status: {} };
  expect(findLoadFailure(silent)).toMatchObject({ code: 'load-failed' });
  expect(findLoadFailure({ ...silent, ending: 'stopped' })).toBeNull();
  expect(findLoadFailure({ ...silent, requests })).not.toBeNull();
  expect(findLoadFailure({ ...silent, requests: { ...requests, sent: 0 } })).toBeNull();
});

test('a variant has failed if all its measured runs have', () => {
  const pass = (variant: number, report: RunReport | null) => ({ kind: 'measured' as const, variant, report, excluded: null });
  expect(messageOf(findFailedVariant([pass(0, well), pass(1, bad), pass(1, bad)])!)).toMatch(/^Variant B: The load failed/);
  expect(findFailedVariant([pass(0, well), pass(1, bad), pass(1, well)])).toBeNull();
  expect(findFailedVariant([pass(0, null), pass(1, null)])).toBeNull();
});

test('connections that are closed without a byte are those of a server that may speak HTTPS, unless it was asked in it', () => {
  const closed = { ...bad, requests: { ...requests, failed: 30 }, errors: { CLOSED: 30 }, status: {}, bytes: 0 };
  const at = (url: string) => hintOf(findLoadFailure({ ...closed, target: { ...closed.target, url } })!);
  expect(at('http://127.0.0.1:8443/a')).toBe(
    'The server closed every connection without a byte, as servers do that speak HTTPS: try --url https://127.0.0.1:8443/a. Otherwise check its output.',
  );
  expect(at('https://127.0.0.1:8443/a')).not.toContain('HTTPS');
  expect(hintOf(findLoadFailure({ ...closed, bytes: 12 })!)).not.toContain('without a byte');
});

test('where the warm-up was answered and then nothing, that is said, and the hint is what makes a server stop', () => {
  const silent = { ...bad, bytes: 0, requests: { ...requests, unfinished: 30, unanswered: 30 }, errors: {}, status: {} };
  expect(worded(findLoadFailure({ ...silent, warmUp: { sent: 105, answered: 95 } }))).toMatchObject({
    message: expect.stringMatching(/none of 30 requests was answered .* of the run, though 95 of the 105 of the warm-up were\.$/),
    hint: expect.stringContaining('a pool that is used up'),
  });
  expect(messageOf(findLoadFailure({ ...silent, warmUp: { sent: 95, answered: 95 } })!)).toMatch(/, though all 95 of the warm-up were\.$/);
  const never = findLoadFailure({ ...silent, warmUp: { sent: 10, answered: 0 } })!;
  expect([messageOf(never), hintOf(never)]).toEqual([expect.stringMatching(/of the run\.$/), expect.stringContaining('Measure longer')]);
  const timedOut = { ...bad, requests: { ...requests, failed: 10, timedOut: 10 }, errors: { TIMEOUT: 10 }, status: {} };
  expect(hintOf(findLoadFailure({ ...timedOut, warmUp: { sent: 95, answered: 95 } })!)).toContain('a pool that is used up');
});

test('where responses began and none ended, the hint is to look for their end', () => {
  const begun = { ...bad, bytes: 1_130, requests: { ...requests, unfinished: 30, unanswered: 30 }, errors: {}, status: {} };
  expect(hintOf(findLoadFailure(begun)!)).toContain('never ended');
});

test('a variant whose server ended in all of its runs has failed, with how it ended', () => {
  const why = say('exclusion.nothingMeasured');
  const pass = (variant: number, isEnded: boolean) => ({
    ...{ kind: 'measured' as const, variant, excluded: isEnded ? why : null },
    report: { ...well, ending: isEnded ? ('target-exited' as const) : well.ending },
  });
  expect(messageOf(findEndedVariant([pass(0, false), pass(1, true), pass(0, false), pass(1, true)])!)).toBe(
    `Variant B: its server ended before the load did in all of its 2 runs. ${wordSaid(why)}`,
  );
  expect(messageOf(findEndedVariant([pass(0, false), pass(1, true)])!)).toContain('in its only run');
  expect(findEndedVariant([pass(0, false), pass(1, true), pass(1, false)])).toBeNull();
  expect(findEndedVariant([pass(0, false)])).toBeNull();
});
