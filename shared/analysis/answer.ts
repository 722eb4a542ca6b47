/** The first sentence of a result, ordered so that bad news is never hidden behind good news. */

import { boundsOf } from '../load/bounds.ts';
import { answeredOf, type Bounds, type Distribution } from '../model/distribution.ts';
import type { Failure } from '../model/failure.ts';
import type { LevelBracket, LevelChange, PhaseFigures, RunReport } from '../model/report.ts';
import type { OpenStreams } from '../model/silence.ts';
import type { Milliseconds, Percent, PerSecond, Ratio } from '../model/units.ts';
import type { Said } from '../words/said.ts';
import { type FirstWrong, findFirstWrong, findSlowedMost, type SlowedMost } from './breaks-first.ts';
import { type CoreOfLoop, coreOfLoop } from './core-of-loop.ts';
import { findLoadFailure } from './failed-load.ts';
import { computeFailures, type FailuresPart } from './failures.ts';
import { findKnee, findNoKnee, type Knee, type NoKnee } from './knee.ts';
import { busiestLoop } from './known-loops.ts';
import { type Behind, completedInTime, findBehind, findLeft, findNotSent, type NotSent } from './load-not-made.ts';
import { otherThreadsPercent } from './other-threads.ts';
import { isFelt, sayRestarts } from './restarts.ts';
import { blockedSince, countHalf, findStopped, sayBlocked, saySilence, sayUnanswered } from './silence.ts';
import { REDIRECTS, REDIRECTS_FROM } from './statuses.ts';
import { type CodePart, computeCodePart, isUntold } from './which-code.ts';
import { computeUnsaid, computeWaitingParts, isIdle, isServerFull, type UnsaidPart, type WaitingPart } from './work-or-waiting.ts';

export type AnswerPart =
  /** Not all of the load was sent. */
  | ({ readonly kind: 'not-sent' } & NotSent)
  /** Who sent it could not keep up. */
  | ({ readonly kind: 'generator-behind' } & Behind)
  | { readonly kind: 'left-in-flight'; readonly count: number; readonly of: number }
  /** No response had an expected status: why, and what to do. */
  | { readonly kind: 'load-failed'; readonly failure: Failure }
  | FailuresPart
  /** Most of what was measured is a redirect, which is not followed: to a login, or to another address of the page. */
  | { readonly kind: 'redirects'; readonly percent: Percent; readonly status: string; readonly to: string | null }
  /** Processes of the server ended under load, and requests failed meanwhile. */
  | { readonly kind: 'restarted'; readonly says: Said }
  /** No request did. */
  | { readonly kind: 'restarted-unfelt'; readonly says: Said }
  /** At the end of the run no response came. */
  | { readonly kind: 'silent'; readonly says: Said }
  /** Meanwhile the event loop was blocked. */
  | { readonly kind: 'blocked'; readonly says: Said }
  /** Of a part of it: not one came, and requests waited. */
  | { readonly kind: 'silent-part'; readonly inFlight: number }
  | { readonly kind: 'unanswered'; readonly says: Said }
  /** Of so many requests without a whole response the beginning came. */
  | { readonly kind: 'half-responses'; readonly count: number }
  /** `of`: of requests, some of which got no response. `others`: responses with an unexpected status are not among them. */
  | { readonly kind: 'within'; readonly percent: number; readonly ms: number; readonly of?: 'requests'; readonly others?: true }
  /** The percentile that a headline would have falls among requests without a response. */
  | { readonly kind: 'within-bounds'; readonly percent: number; readonly bounds: Bounds }
  /** Of those alone that were answered before responses stopped. */
  | { readonly kind: 'within-before'; readonly percent: number; readonly ms: number; readonly untilMs: number; readonly others?: true }
  /** Bytes came until the end. */
  | ({ readonly kind: 'streams' } & Pick<OpenStreams, 'count' | 'eventStreams' | 'eventsPerSecond'> & {
        readonly firstByteMs: number | null;
      })
  /** Of a sweep, in place of percentiles of all of its levels together. */
  | { readonly kind: 'bracket'; readonly bracket: LevelBracket }
  /** Of arrivals: the first phase at one rate that was not held; `more`: later ones that were not held either. `phases`: of the schedule. */
  | {
      readonly kind: 'rate-not-held';
      readonly rate: PerSecond;
      readonly phase: Pick<PhaseFigures, 'from' | 'to'>;
      readonly phases: number;
      readonly isOfVisits: boolean;
      readonly behind: NonNullable<PhaseFigures['fellBehind']>;
      readonly more: number;
    }
  /** Nor whether it would be: requests were sent so late, 1 % of them by that much. */
  | { readonly kind: 'rate-sent-late'; readonly rate: PerSecond; readonly lateMs: Milliseconds }
  /** Of a sweep of connections: from how many on throughput stays. `hadTime`: the server had time left at every level, so that this is not what it lacks. */
  | ({ readonly kind: 'knee'; readonly hadTime: boolean } & Knee)
  /** Of one in which nothing limits: up to where, and what to try. */
  | ({ readonly kind: 'no-knee' } & NoKnee)
  /** What decided that. */
  | { readonly kind: 'bracket-figures'; readonly bracket: LevelBracket }
  /** Of a sweep with a plan. */
  | ({ readonly kind: 'wrong-first' } & FirstWrong)
  | ({ readonly kind: 'slowed-most' } & SlowedMost)
  /** Latency had two levels, one after the other: what is of the whole run is of neither. */
  | ({ readonly kind: 'level-change' } & Pick<LevelChange, 'atMs' | 'beforeMs' | 'afterMs'>)
  | { readonly kind: 'not-enough'; readonly count: number }
  /** `perSecond`: of those with an expected status. `inTime`: of arrivals, those that it counts, if many came later. `dropped`: not all were sent. */
  | {
      readonly kind: 'completed';
      readonly completed: number;
      readonly sent: number;
      readonly perSecond: number | null;
      readonly inTime?: number;
      readonly dropped?: true;
    }
  /** Where some had an unexpected status: those that had not. */
  | { readonly kind: 'expected'; readonly expected: number; readonly sent: number; readonly perSecond: number | null }
  /** `core`: where it was busy in good part without a core. */
  | { readonly kind: 'loop'; readonly percent: number; readonly core?: CoreOfLoop }
  /** Much of the CPU time was used by threads other than the main one, which the event-loop figure is about. */
  | { readonly kind: 'threads'; readonly percent: number; readonly loopPercent: number; readonly core?: CoreOfLoop }
  | { readonly kind: 'nothing' }
  | WaitingPart
  | UnsaidPart
  | CodePart;

/** What no good news may come before. */
export const BAD_NEWS: readonly AnswerPart['kind'][] = [
  'not-sent',
  'generator-behind',
  'left-in-flight',
  'restarted',
  'silent',
  'silent-part',
  'unanswered',
  'failures',
  'load-failed',
  'rate-not-held',
  'within-bounds',
];

/** The headline, why it is so, and the rest. */
export type AnswerLine = 'headline' | 'why' | 'rest';

export function lineOf({ kind }: AnswerPart): AnswerLine {
  switch (kind) {
    case 'half-responses':
    case 'blocked':
    case 'bracket-figures':
    case 'wrong-first':
    case 'slowed-most':
    case 'waits-in-line':
    case 'waits-for-both':
    case 'waits-elsewhere':
    case 'idle':
    case 'workers-blocked':
    case 'little-work':
    case 'try-one':
    case 'generator-limit':
    case 'collecting':
    case 'code':
    case 'code-of-package':
    case 'code-of-node':
    case 'code-of-route':
    case 'code-too-few':
    case 'code-unseen':
    case 'code-unknown':
      return 'why';
    case 'completed':
    case 'expected':
    case 'loop':
    case 'threads':
    case 'waiting-unsaid':
    case 'restarted-unfelt':
      return 'rest';
    default:
      return 'headline';
  }
}

/** Of a core, in a quarter of a second. */
const NEARLY_FULL: Ratio = 0.9;

/** From the most informative percentile to the one that needs the fewest responses. */
const HEADLINE_PERCENTILES = [99, 95, 90, 50];

/** The highest percentile based on enough responses; null when there is none. */
export function headlinePercentile(latency: Pick<Distribution, 'percentiles' | 'weak'>): { percent: number; ms: number } | null {
  for (const percent of HEADLINE_PERCENTILES) {
    const ms = latency.percentiles[String(percent)];
    if (ms != null && !latency.weak.includes(String(percent))) return { percent, ms };
  }
  return null;
}

export function computeAnswer(run: RunReport): readonly AnswerPart[] {
  const { sent, completed, unexpected } = run.requests;
  if (sent === 0) return silentPart(run);
  // Levels of a sweep are judged one by one, and the highest ones are meant to be too much.
  const behind = run.bracket == null ? findBehind(run, isServerFull(run)) : null;
  const parts: AnswerPart[] = [
    ...notMade(run, behind),
    ...(isFelt(run) ? restarts(run) : []),
    ...silence(run),
    ...blocked(run),
    ...halfResponses(run),
  ];
  const isSilent = parts.some(({ kind }) => kind === 'silent');
  const failure = findLoadFailure(run);
  if (failure !== null) {
    parts.push({ kind: 'load-failed', failure });
    return [...parts, ...serverPart(run)];
  }
  parts.push(...failures(run), ...redirects(run), ...streams(run));
  // Averages over a time in which responses came and one in which none did are of neither, nor are those over two levels.
  const change = isSilent || behind !== null ? null : (run.levelChange ?? null);
  const all = isSilent || completed === 0 ? [] : computeWaitingParts(run);
  // An average over levels is of none of them either.
  const ofOne = run.bracket == null ? all : all.filter(({ kind }) => kind !== 'little-work');
  const ofLevel = change === null ? ofOne : all.filter(({ kind }) => kind === 'generator-limit');
  // That the load process was the limit is said, and no time is the server's then.
  const waiting = behind === null ? ofLevel : [];
  const isGenerator = behind !== null || waiting.some(({ kind }) => kind === 'generator-limit');
  parts.push(...(isSilent ? [] : rateNotHeld(run, isGenerator)));
  if (change !== null) parts.push({ kind: 'level-change', atMs: change.atMs, beforeMs: change.beforeMs, afterMs: change.afterMs });
  const headline = behind === null ? latencyParts(run) : [];
  if (run.bracket != null)
    parts.push({ kind: 'bracket', bracket: run.bracket }, ...knee(run), ...decision(run.bracket), ...breaksFirst(run));
  else if (headline.length > 0) parts.push(...headline.filter(({ kind }) => change === null || kind !== 'within'));
  else if (run.openStreams == null && behind === null) parts.push({ kind: 'not-enough', count: run.latencyMs?.count ?? 0 });
  // Of a server that hardly worked there are few samples, and nobody wonders which code took its time.
  const isLittle = waiting.some(({ kind }) => kind === 'little-work');
  const code = computeCodePart(run, isLittle).filter((part) => !isUntold(part) || !isIdle(waiting));
  // What to do next comes after all that is known.
  const next = waiting.filter(({ kind }) => kind === 'try-one');
  parts.push(...waiting.filter((part) => !next.includes(part)), ...code, ...next);
  if (!isFelt(run)) parts.push(...restarts(run));
  const perSecond = isSilent ? null : (run.throughput?.mean ?? null);
  if (completed === 0) return [...parts, ...serverPart(run)];
  const inTime = completedInTime(run);
  const later = { ...(inTime === null ? {} : { inTime }), ...(run.requests.dropped === 0 ? {} : { dropped: true as const }) };
  if (unexpected === 0) parts.push({ kind: 'completed', completed, sent, perSecond, ...later });
  else parts.push({ kind: 'expected', expected: completed - unexpected, sent, perSecond });
  // How idle the server was says how busy its loop was, the other way round, but nothing of its other threads.
  const ofServer = serverPart(run).filter(({ kind }) => kind === 'threads' || !isIdle(waiting));
  return [...parts, ...ofServer, ...(isSilent || behind !== null || change !== null ? [] : computeUnsaid(run, waiting))];
}

/** What makes everything else a figure of another load, or of who made it. */
function notMade(run: RunReport, behind: Behind | null): AnswerPart[] {
  const [notSent, left] = [run.bracket == null ? findNotSent(run) : null, findLeft(run)];
  return [
    ...(notSent === null ? [] : [{ kind: 'not-sent' as const, ...notSent }]),
    ...(behind === null ? [] : [{ kind: 'generator-behind' as const, ...behind }]),
    ...(left === null ? [] : [{ kind: 'left-in-flight' as const, ...left }]),
  ];
}

/** How requests failed as their server ended is no longer what one asks when that is said. */
function failures(run: RunReport): AnswerPart[] {
  const { failed, unexpected } = run.requests;
  const isExplained = unexpected === 0 && failed > 0 && (run.restarts?.failed ?? 0) >= failed;
  return computeFailures(run).map((part) => (isExplained ? { ...part, explained: true } : part));
}

function restarts(run: RunReport): AnswerPart[] {
  const says = sayRestarts(run);
  return says === null ? [] : [{ kind: isFelt(run) ? 'restarted' : 'restarted-unfelt', says }];
}

/** What did not come back, before anything about what did. */
function silence(run: RunReport): AnswerPart[] {
  const stopped = findStopped(run);
  const unanswered = sayUnanswered(run);
  // Those that wait are the only ones that got none.
  const isSaid = stopped !== null && (run.requests.unanswered ?? 0) <= stopped.inFlight;
  return [
    ...(stopped === null ? [] : [{ kind: 'silent' as const, says: saySilence(stopped, run.load) }]),
    ...(unanswered === null || isSaid ? [] : [{ kind: 'unanswered' as const, says: unanswered }]),
  ];
}

function blocked(run: RunReport): AnswerPart[] {
  const stopped = findStopped(run);
  const found = stopped === null ? null : blockedSince(stopped, run);
  return found === null ? [] : [{ kind: 'blocked', says: sayBlocked(found) }];
}

function halfResponses(run: RunReport): AnswerPart[] {
  const count = countHalf(run);
  return count === 0 ? [] : [{ kind: 'half-responses', count }];
}

/** Nothing ended in it. */
function silentPart(run: RunReport): AnswerPart[] {
  const waiting = Math.max(0, ...(run.silences ?? []).map(({ inFlight }) => inFlight));
  return run.window !== null && waiting > 0 ? [{ kind: 'silent-part', inFlight: waiting }] : [{ kind: 'nothing' }];
}

function streams({ openStreams }: RunReport): AnswerPart[] {
  if (openStreams == null) return [];
  const { count, eventStreams, eventsPerSecond, firstByteMs } = openStreams;
  return [{ kind: 'streams', count, eventStreams, eventsPerSecond, firstByteMs: firstByteMs?.max ?? null }];
}

/** Nothing: there are too few responses. */
function latencyParts(run: RunReport): AnswerPart[] {
  const { latencyMs, requests } = run;
  if (latencyMs === null) return [];
  const others = requests.unexpected > 0 ? { others: true as const } : {};
  const stopped = findStopped(run);
  if (stopped !== null) {
    const before = headlinePercentile(answeredOf(latencyMs));
    return before === null ? [] : [{ kind: 'within-before', ...before, untilMs: stopped.fromMs, ...others }];
  }
  const highest = HEADLINE_PERCENTILES.find((percent) => !latencyMs.weak.includes(String(percent)));
  const bounds = highest === undefined ? null : boundsOf(latencyMs, String(highest));
  const measured = headlinePercentile(latencyMs);
  return [
    ...(highest === undefined || bounds === null || bounds.low === bounds.high
      ? []
      : [{ kind: 'within-bounds' as const, percent: highest, bounds }]),
    ...(measured === null
      ? []
      : [{ kind: 'within' as const, ...measured, ...(latencyMs.censored === undefined ? {} : { of: 'requests' as const }), ...others }]),
  ];
}

/** What limits the generator says nothing of the server; the sentence about that says so. */
function rateNotHeld({ phases, window, load }: RunReport, isGenerator: boolean): AnswerPart[] {
  if (window !== null || isGenerator) return [];
  const [first, ...others] = phases.filter(({ held }) => held === false);
  if (first?.fellBehind !== undefined) {
    const { rate, from, to, fellBehind: behind } = first;
    const of = { phase: { from, to }, phases: phases.length, isOfVisits: load.plan?.order === 'sequence' };
    return [{ kind: 'rate-not-held', rate: rate[0], ...of, behind, more: others.length }];
  }
  const late = phases.find(({ sentLate }) => sentLate);
  return late === undefined ? [] : [{ kind: 'rate-sent-late', rate: late.rate[0], lateMs: late.latenessMs?.p99 ?? 0 }];
}

/** Of connections that were all held there is nothing more to say. */
function decision(bracket: LevelBracket): AnswerPart[] {
  const decided = bracket.figures?.broke ?? bracket.figures?.held ?? null;
  return decided === null || (decided.wrong === 0 && decided.visits === undefined) ? [] : [{ kind: 'bracket-figures', bracket }];
}

/** A loop or a processor that was busy at any level may be what limits the highest ones: then how many are served at a time does not follow. */
function knee(run: RunReport): AnswerPart[] {
  if (run.generator.limited) return [];
  const found = findKnee(run);
  if (found === null) {
    const none = findNoKnee(run);
    return none === null ? [] : [{ kind: 'no-knee', ...none }];
  }
  const hadTime = run.server.every(({ elu, cpuPercent }) => Math.max(elu?.max ?? 1, (cpuPercent.max ?? 100) / 100) < NEARLY_FULL);
  return [{ kind: 'knee', hadTime, ...found, atATime: hadTime ? found.atATime : null }];
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
  const loopPercent = loop.elu.mean * 100;
  const core = coreOfLoop(run, loop);
  const threads = otherThreadsPercent(run.server);
  const told = core === null ? {} : { core };
  return [threads === 0 ? { kind: 'loop', percent: loopPercent, ...told } : { kind: 'threads', percent: threads, loopPercent, ...told }];
}
