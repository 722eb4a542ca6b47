/**
 * Levels of a sweep that are run again before they count. A level that fails although a higher one is held has met something else than the load
 * (another program, a garbage collection): it would be the limit in bold, at a fraction of what the server can do.
 *
 *   sweep    20 held   30 failed   40 held   60 held   80 failed
 *   again               30 held                                      30: 1 of 2
 *   again               30 held                                      30: 2 of 3, it counts as held; 80 is the first that is not
 */
import { judgeLevel, levelOf } from '../load/judge-level.ts';
import { MOST_REPEATS } from '../model/load/levels.ts';
import type { LevelFigures } from '../model/report.ts';

/** All times a level was run. */
export interface LevelTimes<Level extends LevelFigures = LevelFigures> {
  readonly level: number;
  /** The first is that of the sweep. */
  readonly runs: readonly Level[];
  readonly held: number;
  /** Those in which it was not; what cannot be told is in neither. */
  readonly failed: number;
}

/** In the order of the levels, each once. */
export function timesOf(levels: readonly LevelFigures[]): readonly LevelTimes[] {
  const byLevel = new Map<number, LevelFigures[]>();
  for (const one of levels) byLevel.set(levelOf(one), [...(byLevel.get(levelOf(one)) ?? []), one]);
  return [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([level, runs]) => {
      const count = (judged: ReturnType<typeof judgeLevel>) => runs.filter((run) => judgeLevel(run) === judged).length;
      return { level, runs, held: count('held'), failed: count('not held') };
    });
}

/** In most of its runs; as often as not is not held. */
export function wasHeld({ held, failed }: Pick<LevelTimes, 'held' | 'failed'>): boolean {
  return held > failed;
}

/**
 * The levels to run again now, the lowest first; `most`: so many at most, of which the highest are worth the most. A level that failed below one
 * that was held is run again once, and once more if that contradicts the first; where it failed for good, the one above it that was held is.
 */
export function chooseRepeats(levels: readonly LevelFigures[], most: number): readonly number[] {
  const times = timesOf(levels);
  const isOpen = ({ runs }: LevelTimes): boolean => runs.length <= MOST_REPEATS;
  const highest = [...times].reverse().find(wasHeld);
  const below = highest === undefined ? [] : times.filter(({ level }) => level < highest.level);
  const failed = below.filter((one) => one.failed > 0 && !wasHeld(one));
  // Of two runs that contradict each other a third decides, also where others above it have failed meanwhile.
  const undecided = times.filter((one) => one.runs.length > 1 && one.held === one.failed);
  const again = failed.filter((one) => one.runs.length === 1 || one.held === one.failed);
  const above = failed.length > 0 && again.length === 0 ? [highest!] : [];
  const chosen = [...new Set([...again, ...undecided, ...above])].filter(isOpen).sort((a, b) => a.level - b.level);
  return chosen.slice(Math.max(0, chosen.length - Math.max(0, most))).map(({ level }) => level);
}
