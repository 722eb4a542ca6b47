/** Nearly all of the latency is work, and waiting until the one event loop has done the work of the others; or a good part of it is (work-or-waiting.ts). */
import { threadsOfProgram } from '../../../analysis/other-threads.ts';
import { AGREES, areAlike, hasErrors, isWaitingKnown, oneBusyLoop, requestsOfPlan } from '../../../analysis/work-or-waiting.ts';
import type { Milliseconds, Ratio } from '../../../base/units.ts';
import { formatMs } from '../../../format/figures.ts';
import { inFlightOf } from '../../../model/load-models.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `requests`: of the plan that it is an average over; 1 without a plan. */
type InLine =
  | {
      readonly kind: 'waits-in-line';
      readonly requests: number;
      readonly workMs: Milliseconds;
      readonly waitMs: Milliseconds;
      readonly others: number;
    }
  /** Some of it may be waiting for something else: so much at most. */
  | {
      readonly kind: 'waits-for-both';
      readonly requests: number;
      readonly workMs: Milliseconds;
      readonly lineMs: Milliseconds;
      readonly elseMs: Milliseconds;
    };

/** What is certain to be waiting in line has to be worth a sentence. */
const LINE_FROM: Ratio = 0.25;

export function findInLine(run: RunReport): InLine | null {
  const process = isWaitingKnown(run) ? oneBusyLoop(run) : null;
  if (process === null) return null;
  const { cpuPercent, elu, otherThreadsPercent: threads } = process;
  const { latencyMs, requests, load, window } = run;
  const inFlight = inFlightOf(load, load.pipelining);
  if (inFlight === null || !latencyMs || window !== null || inFlight < 2 || !areAlike(latencyMs) || hasErrors(requests)) return null;
  const perMs = requests.completed / load.durationMs;
  const loop = elu!.mean;
  // A loop that is busy without using its processor waits inside a call, or for a core.
  const told = threadsOfProgram(process)?.find(({ kind }) => kind === 'main');
  const ran = told === undefined ? (cpuPercent.mean - (threads ?? 0)) / 100 : told.cpuMs / process.cpuByThread!.durationMs;
  const main = Math.min(loop, ran);
  if (main < loop * (1 - 2 * AGREES)) return null;
  const all = latencyMs.mean;
  if (all === null) return null;
  if (Math.abs(perMs * all - inFlight) > AGREES * inFlight) return null;
  if (worksInTimers(run)) return null;
  const workMs = loop / perMs;
  // The quickest request waited for everything else as long as the others do, and in line hardly.
  const elseMs = Math.max(0, latencyMs.min - workMs);
  if (elseMs <= AGREES * all)
    return { kind: 'waits-in-line', requests: requestsOfPlan(run), workMs, waitMs: all - workMs, others: inFlight - 1 };
  const lineMs = all - latencyMs.min;
  return lineMs >= LINE_FROM * all ? { kind: 'waits-for-both', requests: requestsOfPlan(run), workMs, lineMs, elseMs } : null;
}

/** A part of what keeps the loop busy is then not known to be the work of responses. */
function worksInTimers({ profile }: RunReport): boolean {
  return profile?.unit === 'microseconds' && (profile.hot.timerPercent ?? 0) > 100 * AGREES;
}

export const waitsInLine: Rule<RunReport, InLine> = {
  id: 'waits-in-line',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['waits-in-line', 'waits-for-both'],
  silences: ['workers-blocked', 'waiting-unsaid'],
  find: findInLine,
  says: (part) =>
    part.kind === 'waits-in-line'
      ? text('run.answer.waitsInLine', {
          requests: part.requests,
          work: formatMs(part.workMs),
          wait: formatMs(part.waitMs),
          others: part.others,
        })
      : text('run.answer.waitsForBoth', {
          requests: part.requests,
          work: formatMs(part.workMs),
          line: formatMs(part.lineMs),
          other: formatMs(part.elseMs),
        }),
};
