/** Which code took the time, in one sentence of the answer: the heaviest place of the user's own code, and what below it does most of the work. */
import type { Microseconds, Milliseconds, Percent, Ratio } from '../base/units.ts';
import type { HotCaller, HotCode, HotFunction, HotPackage, HotSelf, ProfileFigures, RunReport } from '../model/report.ts';
import type { ServerFigures } from '../model/server-figures.ts';
import { NEEDED_SAMPLES, unseenPercent, whyNotTold } from '../profile/time/known-cpu.ts';
import { differByRoute } from './costliest-route.ts';
import { cpuInRun, NEGLIGIBLE_CPU } from './known-loops.ts';
import { unprofiledWorkersMs } from './other-threads.ts';
import { findStopped } from './silence.ts';
import { requestsOfPlan } from './work-or-waiting.ts';

/**
 * What percentages are of: CPU time as it was told or estimated; or the time of samples, where nothing is known of that. `little`: of the CPU
 * time that the sentence before is about. `seen`: of the threads that have a profile, beside others that worked.
 */
type Base = 'cpu' | 'estimate' | 'sampled' | 'little' | 'seen';

/** What the named code took of a request, on average over all that completed. */
export interface PerRequest {
  readonly ms: Milliseconds;
  /** Requests of the plan that it is an average of; 1: there is no plan, or it has one. */
  readonly requests: number;
  /** Whether the run tells apart which of them the work is for, or gave that up. */
  readonly isByRequest: boolean;
}

/** Only how long the threads ran. */
export type UntoldPart =
  | (Untold & { readonly kind: 'code-too-few'; readonly samples: number; readonly needed: number })
  /** Too much of the CPU time passed between samples; or too many of these are lost. */
  | (Untold & { readonly kind: 'code-unseen' | 'code-lost'; readonly percent: Percent });

/** `perRequest`: of the packages named, or else the function; null: the run does not say, it is not known to be for requests, or routes differ. */
export type HotCodePart =
  | {
      readonly kind: 'code';
      readonly of: Base;
      readonly own: HotFunction;
      /** The second of two that the work is divided among. */
      readonly and: HotFunction | null;
      /** Where no package has most of it: who of the user's own has. */
      readonly inside: HotSelf | null;
      /** And who has about as much of it. */
      readonly insideAnd: HotSelf | null;
      readonly below: HotPackage | null;
      readonly besides: HotPackage | null;
      readonly perRequest: PerRequest | null;
    }
  /** More is in a package that was not called by code of the user's own. */
  | {
      readonly kind: 'code-of-package';
      readonly of: Base;
      readonly hot: HotPackage;
      readonly and: HotPackage | null;
      /** Code of the user's own ran as well; without any, the program may be a package itself. */
      readonly isBesideOwn: boolean;
      readonly perRequest: PerRequest | null;
    }
  /** Most is counted for functions of Node that call the program's code, and may be of that code. */
  | { readonly kind: 'code-of-caller'; readonly of: Base; readonly caller: HotCaller }
  /** Most is neither. */
  | { readonly kind: 'code-of-node'; readonly of: Base; readonly percent: Percent; readonly own: HotFunction | null }
  | UntoldPart;

type Named = HotFunction | HotPackage;

interface Untold {
  readonly of: Exclude<Base, 'little'>;
  readonly cpuMs: Milliseconds;
  readonly intervalUs: Microseconds;
}

/** Smaller shares are no answer to which code took the time. */
export const TOLD_FROM: Percent = 10;
const MOST: Percent = 50;
/** Every program needs some garbage collection; a quarter of what it does is worth a look. */
export const COLLECTING_FROM: Percent = 25;
/** Failed requests take time as well; if there are more, the time of a request with a response is not known. */
const MOST_FAILED = 0.01;
/** Of the measured time: a stall that covers more of it is work of another kind. */
const LONG_STALL: Ratio = 0.2;

/** `isLittle`: a sentence before has said that the CPU time is little of the latency. */
export function judgeCode(run: RunReport, isLittle = false): HotCodePart[] {
  if (run.profile?.unit !== 'microseconds') return [];
  const { hot, exact } = run.profile;
  // The second pass has no windows.
  const known = exact === undefined || run.window !== null ? hot : withExact(hot, exact);
  const parts = judgeHotCode(known, isLittle, (named) => perRequest(run, named));
  return worksUnseen(run, run.profile) ? parts.map((part) => ({ ...part, of: part.of === 'sampled' ? part.of : 'seen' })) : parts;
}

/** What listens, where none of it has a profile, though others have. Null: some of it has, or it is not known what listens. */
export function findUnprofiledServer({ server, profile }: Pick<RunReport, 'server' | 'profile'>): ServerFigures | null {
  const serving = server.filter(({ serves }) => serves);
  return profile === null || serving.some((one) => hasProfile(one, profile)) ? null : (serving[0] ?? null);
}

function hasProfile({ pid }: ServerFigures, { threads }: ProfileFigures): boolean {
  return threads.some((thread) => thread.pid === pid);
}

/** Whether what listens has no profile, or processes and worker threads without one used more CPU than those that only start others. */
function worksUnseen(run: RunReport, profile: ProfileFigures): boolean {
  if (findUnprofiledServer(run) !== null) return true;
  const { server, load } = run;
  const unseenOf = (one: ServerFigures): Percent =>
    hasProfile(one, profile) ? (100 * unprofiledWorkersMs(one, profile)) / load.durationMs : cpuInRun(one, load);
  return server.reduce((sum, one) => sum + unseenOf(one), 0) >= NEGLIGIBLE_CPU;
}

/** What a function does itself as the pass without inlining has it, where its samples are enough for that and all that are named are in it. */
function withExact(hot: HotCode, { own, hot: { samples, cpu } }: ProfileFigures): HotCode {
  const { inside, insideAnd } = hot;
  if (inside === null || whyNotTold(samples, cpu) !== null) return hot;
  const exactOf = ({ isLeast: _, ...one }: HotSelf): HotSelf | null => {
    const row = own.find(({ function: name, url, line }) => name === one.function && url === one.url && line === one.line);
    // A part that is more than the whole would be of another pass than the sentence around it.
    if (row === undefined || row.selfPercent > (hot.own?.totalPercent ?? 0)) return null;
    return { ...one, selfPercent: row.selfPercent, isExact: true };
  };
  const [first, second] = [exactOf(inside), insideAnd && exactOf(insideAnd)];
  if (first === null || second === null) return hot;
  return { ...hot, inside: first, ...(second === undefined ? {} : { insideAnd: second }) };
}

/** Whether it only says that the code is not known. */
export function isUntold(part: HotCodePart): part is UntoldPart {
  return part.kind === 'code-too-few' || part.kind === 'code-unseen' || part.kind === 'code-lost';
}

/** What of it is worth a sentence; nothing, if no code stands out. `perRequest`: what the named code took of a request, where the run says. */
export function judgeHotCode(
  { own, and, inside, insideAnd, below, besides, outside, outsideAnd, nodePercent, callsBack, samples, cpu }: HotCode,
  isLittle = false,
  perRequest: (named: readonly Named[]) => PerRequest | null = () => null,
): HotCodePart[] {
  const told = cpu.by === null ? 'sampled' : cpu.by === 'estimate' ? 'estimate' : 'cpu';
  const untold = { of: told, cpuMs: cpu.cpuMs, intervalUs: cpu.intervalUs } as const;
  const why = whyNotTold(samples, cpu);
  if (why === 'few') return [{ kind: 'code-too-few', samples, needed: NEEDED_SAMPLES, ...untold }];
  if (why !== null) return [{ kind: `code-${why}`, percent: unseenPercent(cpu)!, ...untold }];
  const of = told === 'cpu' && isLittle ? 'little' : told;
  const eachOf = (named: readonly Named[], through: readonly Named[] = []): PerRequest | null =>
    [...named, ...through].every(({ isForRequests }) => isForRequests === true) ? perRequest(named) : null;
  const isTold = own !== null && own.totalPercent >= TOLD_FROM;
  if (callsBack !== undefined && nodePercent >= MOST && nodePercent - callsBack.percent < MOST && callsBack.percent >= TOLD_FROM)
    return [{ kind: 'code-of-caller', of, caller: callsBack }];
  if (nodePercent >= MOST) return [{ kind: 'code-of-node', of, percent: nodePercent, own: isTold ? own : null }];
  if (outside !== null && outside.totalPercent >= TOLD_FROM && outside.totalPercent > (own?.totalPercent ?? 0)) {
    const second = worthTelling(outsideAnd);
    const named = second === null ? [outside] : [outside, second];
    return [{ kind: 'code-of-package', of, hot: outside, and: second, isBesideOwn: own !== null, perRequest: eachOf(named) }];
  }
  if (!isTold) return [];
  const second = worthTelling(and);
  if (second !== null)
    return [{ kind: 'code', of, own, and: second, ...NONE_INSIDE, below: null, besides: null, perRequest: eachOf([own, second]) }];
  const named = [below, besides].filter((one) => one !== null);
  return [
    {
      kind: 'code',
      of,
      own,
      and: null,
      ...(named.length === 0 ? { inside, insideAnd: insideAnd ?? null } : NONE_INSIDE),
      below,
      besides,
      perRequest: named.length === 0 ? eachOf([own]) : eachOf(named, [own]),
    },
  ];
}

const NONE_INSIDE = { inside: null, insideAnd: null } as const;

function worthTelling<One extends Named>(second: One | undefined): One | null {
  return second !== undefined && second.totalPercent >= TOLD_FROM ? second : null;
}

function perRequest(run: RunReport, named: readonly Named[]): PerRequest | null {
  const { completed } = run.requests;
  if (differByRoute(run) || wasHeldUp(run)) return null;
  const failed = run.requests.failed + (run.requests.unanswered ?? 0);
  if (named.some(({ totalMs }) => totalMs === null) || completed === 0 || failed > MOST_FAILED * completed) return null;
  if (run.profile?.dividedBy !== 'kernel' && run.profile?.dividedBy !== 'node') return null;
  return {
    ms: named.reduce((sum, { totalMs }) => sum + totalMs!, 0) / completed,
    requests: requestsOfPlan(run),
    isByRequest: run.routes?.cpu != null || run.routes?.cost?.givenUpAtMs != null,
  };
}

/** What ran meanwhile is not the work of the requests that completed before and after. */
function wasHeldUp(run: RunReport): boolean {
  const longest = Math.max(0, ...run.server.map(({ loopDelayMs }) => loopDelayMs?.max ?? 0));
  return longest >= LONG_STALL * run.load.durationMs || findStopped(run) !== null;
}
