/** The levels of the rounds as series, each judged. */
import { groupBy } from '../../base/group-by.ts';
import type { Bytes } from '../../base/units.ts';
import { LEAK_HANDLES, type LeakCounter, type LeakRound, type LeakSeries, type LeakThread, type LeakWord } from '../../model/leak.ts';
import { outsideOf } from '../../model/memory.ts';
import { FEWEST_JUDGED, type JudgedSeries, judgeBytes, judgeCount } from './judge-series.ts';

const BYTES = {
  heap: ({ heap }: LeakThread): Bytes => heap,
  outside: outsideOf,
} as const;

/** Of threads together. */
export function levelOf(threads: readonly LeakThread[], counter: keyof typeof BYTES): Bytes {
  return threads.reduce((sum, thread) => sum + BYTES[counter](thread), 0);
}

const RANK: Record<LeakWord, number> = { leak: 0, 'cannot tell': 1, 'no leak': 2 };

/** Requests since the start of the rounds, until the end of each. */
export function requestsUntil(rounds: readonly LeakRound[]): number[] {
  let sum = 0;
  return rounds.map(({ requests }) => (sum += requests));
}

export const judgedRounds = (rounds: readonly LeakRound[]): readonly LeakRound[] => rounds.filter(({ kind }) => kind === 'judge');

/** A thread that lives at the end was not there in every judged round. */
export function isAnyReplaced(judged: readonly LeakRound[]): boolean {
  const isIn = ({ threads }: LeakRound, { pid, thread }: LeakThread): boolean =>
    threads.some((one) => one.pid === pid && one.thread === thread);
  return judged.at(-1)!.threads.some((one) => !judged.every((round) => isIn(round, one)));
}

/** Of threads that were there in every judged round; the most telling first. Empty: the rounds are too few. */
export function judgeRounds(rounds: readonly LeakRound[]): readonly LeakSeries[] {
  const judged = judgedRounds(rounds);
  if (judged.length < FEWEST_JUDGED) return [];
  const all = requestsUntil(rounds);
  const until = all.filter((_, i) => rounds[i]!.kind === 'judge');
  const threads = groupBy(
    judged.flatMap((round) => round.threads),
    ({ pid, thread }) => `${pid} ${thread}`,
  );
  const ofThreads = [...threads.values()]
    .filter(({ length }) => length === judged.length)
    .flatMap((levels) =>
      (['heap', 'outside'] as const).map((counter) => seriesOf(counter, levels[0], judgeBytes(until, levels.map(BYTES[counter])))),
    );
  const ofCounts = LEAK_HANDLES.flatMap((counter) => {
    const counts = judged.flatMap(({ counts: of }) => of[counter] ?? []);
    // What is not known in one of them is not known.
    return counts.length < judged.length ? [] : [seriesOf(counter, { pid: 0, thread: 0 }, judgeCount(until, counts))];
  });
  // A number that goes up and down says nothing of memory.
  return [...ofThreads, ...ofCounts.filter(({ word }) => word === 'leak')].sort((a, b) => RANK[a.word] - RANK[b.word] || b.grew - a.grew);
}

function seriesOf(counter: LeakCounter, { pid, thread }: Pick<LeakThread, 'pid' | 'thread'>, judged: JudgedSeries): LeakSeries {
  return { counter, pid, thread, ...judged };
}

/** What a series is of, in a round. Null: it is not there. */
export function levelIn(
  { threads, counts }: LeakRound,
  { counter, pid, thread }: Pick<LeakSeries, 'counter' | 'pid' | 'thread'>,
): number | null {
  if (counter !== 'heap' && counter !== 'outside') return counts[counter];
  const found = threads.find((one) => one.pid === pid && one.thread === thread);
  return found === undefined ? null : BYTES[counter](found);
}
