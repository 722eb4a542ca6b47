/** The first sentence of a result, ordered so that bad news is never hidden behind good news. */

import type { Distribution } from '../model/distribution.ts';
import type { Failure } from '../model/failure.ts';
import type { LevelBracket, RunReport } from '../model/report.ts';
import type { Percent } from '../model/units.ts';
import { type FirstWrong, findFirstWrong, findSlowedMost, type SlowedMost } from './breaks-first.ts';
import { findLoadFailure } from './failed-load.ts';
import { computeFailures, type FailuresPart } from './failures.ts';
import { busiestLoop } from './known-loops.ts';
import { otherThreadsPercent } from './other-threads.ts';
import { REDIRECTS, REDIRECTS_FROM } from './statuses.ts';
import { type CodePart, computeCodePart } from './which-code.ts';
import { computeUnsaid, computeWaitingParts, isIdle, type UnsaidPart, type WaitingPart } from './work-or-waiting.ts';

export type AnswerPart =
  /** No response had an expected status: why, and what to do. */
  | { readonly kind: 'load-failed'; readonly failure: Failure }
  | FailuresPart
  /** Most of what was measured is a redirect, which is not followed: to a login, or to another address of the page. */
  | { readonly kind: 'redirects'; readonly percent: Percent; readonly status: string; readonly to: string | null }
  | { readonly kind: 'within'; readonly percent: number; readonly ms: number }
  /** Of a sweep, in place of percentiles of all of its levels together. */
  | { readonly kind: 'bracket'; readonly bracket: LevelBracket }
  /** What decided that. */
  | { readonly kind: 'bracket-figures'; readonly bracket: LevelBracket }
  /** Of a sweep with a plan. */
  | ({ readonly kind: 'wrong-first' } & FirstWrong)
  | ({ readonly kind: 'slowed-most' } & SlowedMost)
  | { readonly kind: 'not-enough'; readonly count: number }
  /** `perSecond`: of those with an expected status. */
  | { readonly kind: 'completed'; readonly completed: number; readonly sent: number; readonly perSecond: number | null }
  /** Where some had an unexpected status: those that had not. */
  | { readonly kind: 'expected'; readonly expected: number; readonly sent: number; readonly perSecond: number | null }
  | { readonly kind: 'loop'; readonly percent: number }
  /** Much of the CPU time was used by threads other than the main one, which the event-loop figure is about. */
  | { readonly kind: 'threads'; readonly percent: number; readonly loopPercent: number }
  | { readonly kind: 'nothing' }
  | WaitingPart
  | UnsaidPart
  | CodePart;

/** The headline, why it is so, and the rest. */
export type AnswerLine = 'headline' | 'why' | 'rest';

export function lineOf({ kind }: AnswerPart): AnswerLine {
  switch (kind) {
    case 'bracket-figures':
    case 'wrong-first':
    case 'slowed-most':
    case 'waits-in-line':
    case 'waits-for-both':
    case 'waits-elsewhere':
    case 'idle':
    case 'little-work':
    case 'try-one':
    case 'generator-limit':
    case 'collecting':
    case 'code':
    case 'code-of-package':
    case 'code-of-node':
    case 'code-too-few':
    case 'code-unknown':
      return 'why';
    case 'completed':
    case 'expected':
    case 'loop':
    case 'threads':
    case 'waiting-unsaid':
      return 'rest';
    default:
      return 'headline';
  }
}

/** From the most informative percentile to the one that needs the fewest responses. */
const HEADLINE_PERCENTILES = [99, 95, 90, 50];

/** The highest percentile based on enough responses; null when there is none. */
export function headlinePercentile(latency: Distribution): { percent: number; ms: number } | null {
  for (const percent of HEADLINE_PERCENTILES) {
    const ms = latency.percentiles[String(percent)];
    if (ms !== undefined && !latency.weak.includes(String(percent))) return { percent, ms };
  }
  return null;
}

export function computeAnswer(run: RunReport): readonly AnswerPart[] {
  const { sent, completed, unexpected } = run.requests;
  if (sent === 0) return [{ kind: 'nothing' }];
  const parts: AnswerPart[] = [];
  const failure = findLoadFailure(run);
  if (failure !== null) {
    parts.push({ kind: 'load-failed', failure });
    return [...parts, ...serverPart(run)];
  }
  parts.push(...computeFailures(run), ...redirects(run));
  const headline = run.latencyMs === null ? null : headlinePercentile(run.latencyMs);
  if (run.bracket != null) parts.push({ kind: 'bracket', bracket: run.bracket }, ...decision(run.bracket), ...breaksFirst(run));
  else if (headline !== null) parts.push({ kind: 'within', ...headline });
  else parts.push({ kind: 'not-enough', count: run.latencyMs?.count ?? 0 });
  const waiting = computeWaitingParts(run);
  // Of a server that hardly worked there are few samples, and nobody wonders which code took its time.
  const isLittle = waiting.some(({ kind }) => kind === 'little-work');
  const code = computeCodePart(run, isLittle).filter(({ kind }) => kind !== 'code-too-few' || !isIdle(waiting));
  // What to do next comes after all that is known.
  const next = waiting.filter(({ kind }) => kind === 'try-one');
  parts.push(...waiting.filter((part) => !next.includes(part)), ...code, ...next);
  const perSecond = run.throughput?.mean ?? null;
  if (unexpected === 0) parts.push({ kind: 'completed', completed, sent, perSecond });
  else parts.push({ kind: 'expected', expected: completed - unexpected, sent, perSecond });
  // How idle the server was says how busy its loop was, the other way round, but nothing of its other threads.
  const ofServer = serverPart(run).filter(({ kind }) => kind === 'threads' || !isIdle(waiting));
  return [...parts, ...ofServer, ...computeUnsaid(run, waiting)];
}

/** Of connections that were all held there is nothing more to say. */
function decision(bracket: LevelBracket): AnswerPart[] {
  const decided = bracket.figures?.broke ?? bracket.figures?.held ?? null;
  return decided === null || (decided.wrong === 0 && decided.visits === undefined) ? [] : [{ kind: 'bracket-figures', bracket }];
}

function breaksFirst(run: RunReport): AnswerPart[] {
  const [wrong, slowed] = [findFirstWrong(run), findSlowedMost(run)];
  return [
    ...(wrong === null ? [] : [{ kind: 'wrong-first' as const, ...wrong }]),
    ...(slowed === null ? [] : [{ kind: 'slowed-most' as const, ...slowed }]),
  ];
}

/** A redirect that the plan names is what was to be measured. */
function redirects({ status, metStatus = {}, requests, redirectsTo }: RunReport): AnswerPart[] {
  const found = REDIRECTS.map((code) => [code, (status[code] ?? 0) - (metStatus[code] ?? 0)] as const).filter(([, count]) => count > 0);
  const [most] = found.sort(([, a], [, b]) => b - a);
  const percent = (100 * found.reduce((sum, [, count]) => sum + count, 0)) / requests.completed;
  return most !== undefined && percent >= REDIRECTS_FROM ? [{ kind: 'redirects', percent, status: most[0], to: redirectsTo ?? null }] : [];
}

/** Only about the busiest event loop, and only where the loop was busy. */
function serverPart(run: RunReport): AnswerPart[] {
  const loop = busiestLoop(run);
  if (loop === null) return [];
  const loopPercent = loop * 100;
  const threads = otherThreadsPercent(run.server);
  return [threads === 0 ? { kind: 'loop', percent: loopPercent } : { kind: 'threads', percent: threads, loopPercent }];
}
