import { expect, test } from 'vitest';
import { sayRestarts } from '../../../../shared/analysis/restarts.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import type { ExitInfo, TargetProcess } from '../../../../shared/model/run.ts';
import { computeAnswer, tellAnswer } from '../../../../shared/rules/answer.ts';
import { FailureTimes } from '../../../../shared/session/failure-times.ts';
import { computeRestarts } from '../../../../shared/session/restart-figures.ts';
import { makeReport } from '../analysis/runs.ts';

const S = 1e6;
const ORIGIN = 100 * S;
const ONE: ExitInfo = { code: 1, signal: null };

/** Seconds since time 0. */
function served(pid: number, from: number, end: number | null = null, exit: ExitInfo | null = ONE): TargetProcess {
  const ended = end === null ? {} : { ended: { at: ORIGIN + end * S, exit } };
  return { pid, parentPid: 1, role: 'child', title: 'app.js', node: '', servesFrom: ORIGIN + from * S, ...ended };
}

/** Refused, so many seconds after time 0. */
function failedAt(...seconds: number[]): FailureTimes {
  const times = new FailureTimes();
  const column = (value: number) => Uint32Array.from(seconds, () => value);
  times.addRows({
    start: Float64Array.from(seconds, (at) => at * S),
    latency: column(0),
    firstByte: column(0),
    connect: column(0),
    status: Uint16Array.from(seconds, () => 2),
    bytes: column(0),
  } as unknown as Parameters<FailureTimes['addRows']>[0]);
  return times;
}

function restartsOf(processes: readonly TargetProcess[], times = failedAt()) {
  return computeRestarts(processes, times, ORIGIN, ORIGIN, ORIGIN + 10 * S);
}

function told(processes: readonly TargetProcess[], times = failedAt(), failed = 0): string {
  const restarts = restartsOf(processes, times);
  return wordSaid(sayRestarts({ restarts, requests: { failed } as never })!);
}

test('a server that ends and listens again: requests that failed in between, and not those that failed elsewhere', () => {
  const processes = [served(1, -1, 2), served(2, 3, 6), served(3, 6.5)];
  expect(restartsOf(processes, failedAt(2, 2.5, 4.5, 6.2))).toEqual({
    ...{ ended: 2, startedAgain: 2, isOneOfSeveral: false, failed: 3 },
    exits: [{ code: 1, signal: null, count: 2 }],
  });
  expect(told(processes, failedAt(2, 2.5, 4.5, 6.2), 4)).toBe(
    'The server’s process ended 2 times during the load (exit code 1) and was started again 2 times: 3 of the 4 requests that failed did so as it ended or while it was gone.',
  );
});

test('where all requests failed because their server ended, the answer counts them without their kinds', () => {
  const restarts = restartsOf([served(1, -1, 2), served(2, 3)], failedAt(2, 2.5));
  const report = makeReport({ requestsPerSecond: 100 });
  const requests = { ...report.requests, completed: 98, failed: 2 };
  const answer = (failed: number) =>
    computeAnswer({ ...report, restarts, requests: { ...requests, failed }, errors: { CLOSED: 1, ECONNREFUSED: failed - 1 } } as RunReport)
      .map(tellAnswer)
      .join(' ')
      .replaceAll('\u00a0', ' ');
  expect(answer(2)).toContain('while it was gone. 1 in 50 requests failed (2 of 100). ');
  // One failed for another reason, and their kinds may tell it.
  expect(answer(3)).toMatch(/went wrong \(3 of 101\): 2 ECONNREFUSED/);
});

test('one that is not started again was gone until the end', () => {
  expect(told([served(1, -1, 4, { code: null, signal: 'SIGKILL' })], failedAt(4, 9.9), 2)).toBe(
    'The server’s process ended during the load (signal SIGKILL) and was not seen to start again: all 2 requests that failed did so as it ended or while it was gone.',
  );
});

test('where others listened, one of several has ended', () => {
  const processes = [served(1, -1), served(2, -1, 4), served(3, 4.2)];
  expect(told(processes)).toBe(
    'One of the server’s processes ended during the load (exit code 1), and another was started. No connection failed meanwhile.',
  );
});

test('one that was started before the load and began to listen late replaces none', () => {
  const late = { ...served(2, 0.4), startedAt: ORIGIN - 1 * S };
  expect(restartsOf([served(1, -1, 4), late, { ...served(3, 4.2), startedAt: ORIGIN + 4.1 * S }])).toMatchObject({
    ended: 1,
    startedAgain: 1,
  });
  expect(restartsOf([served(1, -1, 4), late])).toMatchObject({ ended: 1, startedAgain: 0 });
});

test('different ends are told one by one, the most frequent first', () => {
  const processes = [served(1, -1, 1, null), served(2, 1.1, 2), served(3, 2.1, 3), served(4, 3.1)];
  expect(told(processes)).toMatch(/ended 3 times during the load \(2 times exit code 1, once how it ended is not known\)/);
});

test('what ended before or after the load, or did not serve it, is no restart', () => {
  const { servesFrom: _, ...helper } = served(3, 0, 5);
  expect(restartsOf([served(1, -3, -1), served(2, -1, 10.1), helper])).toBeNull();
});
