/**
 * What is done next to find out whether a server leaks, and what is concluded. It knows only the rounds that are over:
 *
 *   settle x 3 ─► judge x 8 ─┬─ no leak ──────────────────────────────────────────────► no leak
 *                            ├─ cannot tell, but it grows ─► 8 more, once ─┐
 *                            └─ leak, but of few requests ─► more, a while ┴─► rest ─┬─ most is given back ─► no leak
 *                                                                                    ├─ some of it ─────────► cannot tell
 *                                                                                    └─ little of it ───────► as it was
 */
import { percentOf } from '../../base/percent-of.ts';
import type { Percent, Seconds } from '../../base/units.ts';
import type { LeakCut, LeakPlan, LeakRound, LeakSeries, LeakVerdict } from '../../model/leak.ts';
import { FEWEST_JUDGED, leakFloor } from './judge-series.ts';
import { isAnyReplaced, judgedRounds, judgeRounds, levelIn } from './series.ts';

/** Of what had grown. */
const GIVEN_BACK: Percent = 50;
const KEPT: Percent = 10;
/** Of what is outside of V8, only growth that is larger than the spread of a healthy server is worth a word. */
const PROCESS_GREW = { bytes: 5_000_000, perRequest: 64 };

export type LeakStep = 'settle' | 'judge' | 'rest' | 'end';

/** What is known beside the rounds. */
export interface LeakSoFar {
  readonly rounds: readonly LeakRound[];
  /** Of the warm-up. */
  readonly warmedUp: number;
  readonly elapsedS: Seconds;
  /** A larger heap could not be looked into. */
  readonly isFull: boolean;
  readonly cut: LeakCut | null;
}

export function nextStep(plan: LeakPlan, { rounds, warmedUp, elapsedS, isFull, cut }: LeakSoFar): LeakStep {
  const judged = judgedRounds(rounds).length;
  if (rounds.some(({ kind }) => kind === 'rest')) return 'end';
  if (cut !== null) return endsRounds(cut) && judged >= FEWEST_JUDGED ? restOrEnd(plan, rounds) : 'end';
  if (rounds.length < plan.settle) return 'settle';
  if (judged < plan.judge) return 'judge';
  const [first] = judgeRounds(rounds);
  if (first === undefined || first.word === 'no leak') return 'end';
  if (first.word === 'cannot tell' && first.grew > 0 && judged < plan.judge + plan.more) return 'judge';
  const isEnough = countRequests(rounds, warmedUp) >= plan.enough || elapsedS >= plan.atMostS || isFull;
  if (first.word === 'leak' && !isEnough) return 'judge';
  return restOrEnd(plan, rounds);
}

/** The rounds that are over are judged all the same. */
const endsRounds = (cut: LeakCut): boolean => cut === 'near-limit' || cut === 'slow-round';

function restOrEnd({ restS }: LeakPlan, rounds: readonly LeakRound[]): LeakStep {
  const [first] = judgeRounds(rounds);
  return restS > 0 && first !== undefined && first.word !== 'no leak' ? 'rest' : 'end';
}

function countRequests(rounds: readonly LeakRound[], warmedUp: number): number {
  return rounds.reduce((sum, { requests }) => sum + requests, warmedUp);
}

/** Of what is known when it has ended. */
export function concludeLeak(plan: LeakPlan, soFar: Omit<LeakSoFar, 'elapsedS' | 'isFull'>): LeakVerdict {
  const verdict = concludeJudged(plan, soFar);
  return verdict.word === 'no leak' && isAnyReplaced(judgedRounds(soFar.rounds))
    ? { ...verdict, word: 'cannot tell', reason: 'replaced' }
    : verdict;
}

/** Of the threads that can be judged. */
function concludeJudged(plan: LeakPlan, { rounds, warmedUp, cut }: Omit<LeakSoFar, 'elapsedS' | 'isFull'>): LeakVerdict {
  const series = judgeRounds(rounds);
  const judged = judgedRounds(rounds);
  const requests = countRequests(rounds, warmedUp);
  const ofJudged = judged.slice(1).reduce((sum, round) => sum + round.requests, 0);
  const all = { series, requests, judged: ofJudged, floor: leakFloor(Math.max(1, ofJudged)), rest: null };
  const [by] = series;
  if (by === undefined) return { ...all, word: 'cannot tell', reason: cut ?? 'replaced', by: null };
  if (by.word !== 'no leak') return concludeGrowth(plan, rounds, by, all, cut);
  if (cut !== null && !endsRounds(cut)) return { ...all, word: 'cannot tell', reason: cut, by };
  return growsOutside(judged, ofJudged)
    ? { ...all, word: 'cannot tell', reason: 'process-memory', by }
    : { ...all, word: 'no leak', reason: by.reason, by };
}

type Told = Omit<LeakVerdict, 'word' | 'reason' | 'by'>;

function concludeGrowth(plan: LeakPlan, rounds: readonly LeakRound[], by: LeakSeries, all: Told, cut: LeakCut | null): LeakVerdict {
  const rested = rounds.find(({ kind }) => kind === 'rest');
  if (rested === undefined) {
    // Without a rest a cache with a time limit looks the same.
    if (cut !== null && !endsRounds(cut)) return { ...all, word: 'cannot tell', reason: cut, by };
    return { ...all, word: by.word, reason: by.reason, by };
  }
  const last = judgedRounds(rounds).at(-1)!;
  const [before, after] = [levelIn(last, by), levelIn(rested, by)];
  const givenBack = before === null || after === null ? 0 : Math.max(0, percentOf(before - after, by.grew));
  const told = { ...all, by, rest: { seconds: plan.restS, givenBack } };
  if (givenBack > GIVEN_BACK) return { ...told, word: 'no leak', reason: 'given-back' };
  if (givenBack >= KEPT && by.word === 'leak') return { ...told, word: 'cannot tell', reason: 'partly-given-back' };
  return { ...told, word: by.word, reason: by.reason };
}

/** The resident set alone is never a leak: pages stay with the process, and the profiler has its part. */
function growsOutside(judged: readonly LeakRound[], requests: number): boolean {
  const sizes = judged.flatMap(({ rss }) => rss ?? []);
  if (sizes.length < judged.length) return false;
  const ups = sizes.slice(1).filter((size, i) => size > sizes[i]!).length;
  const grew = sizes.at(-1)! - sizes[0]!;
  return ups === sizes.length - 1 && grew > PROCESS_GREW.bytes && grew / requests > PROCESS_GREW.perRequest;
}
