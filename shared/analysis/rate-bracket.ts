/** The highest level of a sweep that the server held, and the first above it that it did not. */
import { errorsOf, judgeLevel, keepsUp, lateOf, mayBeBehind } from '../load/judge-level.ts';
import type { LevelBracket, LevelCount, LevelDecision, LevelFigures } from '../model/report.ts';
import { type LevelTimes, timesOf, wasHeld } from './repeated-levels.ts';

/**
 * Null: there are no levels. `held` is the highest level that was held in most of its runs, `broke` the lowest above it that was not. Where one
 * below `held` was not held in most of its runs, the levels contradict each other. A level whose requests were sent too late ends the ones that were held,
 * too, and says so (`sentLateMs`).
 */
export function findBracket(levels: readonly LevelFigures[]): LevelBracket | null {
  const times = timesOf(levels);
  const [first] = levels;
  if (first === undefined) return null;
  const value = (level: LevelTimes | undefined): number | null => level?.level ?? null;
  const [held, broke] = around(times, wasHeld);
  const [inPace, outOfPace] = around(times, (one) => 2 * one.runs.filter(keepsUp).length > one.runs.length);
  const contradicts = times.filter((one) => held !== undefined && one.level < held.level && one.failed > 0 && !wasHeld(one));
  return {
    of: 'rate' in first ? 'rate' : 'connections',
    ...{ held: value(held), broke: value(broke) },
    failedAt: value(times.find(({ runs }) => runs.some((run) => errorsOf(run) > 0))),
    ...('rate' in first
      ? { pace: { held: value(inPace), broke: value(outOfPace), ...(isLate(outOfPace) ? { sentLate: true as const } : {}) } }
      : {}),
    figures: { held: decisionOf(held), broke: decisionOf(broke) },
    ...(times.some(({ runs }) => runs.length > 1) ? { heldTimes: countOf(held), brokeTimes: countOf(broke) } : {}),
    ...(contradicts.length === 0 ? {} : { contradicts: contradicts.map((one) => ({ level: one.level, ...countOf(one)! })) }),
  };
}

/** Late sending would explain each run whose responses were slower than its arrivals. */
function isLate(times: LevelTimes | undefined): boolean {
  return times?.runs.every((run) => keepsUp(run) || lateOf(run) !== null) ?? false;
}

/** The highest that is, and the lowest above it that is not. */
function around(
  times: readonly LevelTimes[],
  is: (level: LevelTimes) => boolean,
): readonly [LevelTimes | undefined, LevelTimes | undefined] {
  const highest = [...times].reverse().find(is);
  return [highest, times.find(({ level }) => highest === undefined || level > highest.level)];
}

function countOf(times: LevelTimes | undefined): LevelCount | null {
  return times === undefined ? null : { held: times.held, times: times.runs.length };
}

/** Of the run of a level that says what most of them say. */
function decisionOf(times: LevelTimes | undefined): LevelDecision | null {
  if (times === undefined) return null;
  const most = wasHeld(times) ? 'held' : times.failed > 0 ? 'not held' : 'cannot tell';
  const level = times.runs.find((run) => judgeLevel(run) === most) ?? times.runs[0]!;
  const { sent, dropped } = level.requests;
  const lateMs = most === 'cannot tell' ? lateOf(level) : null;
  return {
    ...{ requests: sent + dropped, wrong: errorsOf(level), offered: level.offered, holdS: Math.round((level.to - level.from) * 1e3) / 1e3 },
    ...('rate' in level ? { visits: { ...level.visits, mayBeBehind: mayBeBehind(level.visits) } } : {}),
    ...(lateMs === null ? {} : { sentLateMs: lateMs }),
  };
}
