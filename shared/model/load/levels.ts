/** The levels of a sweep as people write them: `1..32` and `1, 5, 25` are connections, `100/s..2000/s` and `50, 100/s` are rates. */
import { type Figure, type Said, say } from '../../words/said.ts';

export interface Levels {
  readonly of: 'connections' | 'rate';
  /** Connections, or visitors a second. */
  readonly values: readonly number[];
}

export type ReadLevels = { readonly ok: true; readonly levels: Levels } | { readonly ok: false; readonly says: Said };

/** How often a level may be run again after the sweep: two of three runs decide. */
export const MOST_REPEATS = 2;

/** How many phase numbers the rows of a sweep may have: one for each level, and again as many for each time that levels may be run again. */
export function phasesOfSweep({ values }: Pick<Levels, 'values'>): number {
  return values.length * (1 + MOST_REPEATS);
}

/** `again`: 0 in the sweep itself. */
export function levelOfPhase(phase: number, levels: number): { readonly level: number; readonly again: number } {
  return { level: phase % levels, again: Math.floor(phase / levels) };
}

const MOST_LEVELS = 100;
const MOST_CONNECTIONS = 10_000;
const MOST_PER_SECOND = 100_000;

const ONE = /^(\d+(?:\.\d+)?)(?:\s*(\/\s*s))?(?:\s*\.\.\s*(\d+(?:\.\d+)?)(?:\s*(\/\s*s))?)?$/;

export function readLevels(text: string): ReadLevels {
  const values: number[] = [];
  let isRate = false;
  for (const part of text.split(',')) {
    const found = ONE.exec(part.trim());
    if (found === null) return { ok: false, says: say('schedule.notLevels', { text: part.trim().slice(0, 40) }) };
    const [, from, perFrom, to, perTo] = found;
    isRate ||= perFrom !== undefined || perTo !== undefined;
    values.push(...(to === undefined ? [Number(from)] : stairs(Number(from), Number(to))));
    if (values.length > MOST_LEVELS) return { ok: false, says: say('schedule.manyLevels', { most: count(MOST_LEVELS) }) };
  }
  const most = isRate ? MOST_PER_SECOND : MOST_CONNECTIONS;
  const isPossible = (value: number) => value > 0 && value <= most && (isRate || Number.isInteger(value));
  if (!values.every(isPossible))
    return {
      ok: false,
      says: isRate ? say('schedule.rateLevels', { most: count(most) }) : say('schedule.connectionLevels', { most: count(most) }),
    };
  return { ok: true, levels: { of: isRate ? 'rate' : 'connections', values } };
}

/** 1, 2, 3, 4, 6, 8, 12, 16, 24, ... times the first: close enough to see a knee, and only six to each tenfold. The last is always one of them. */
function stairs(from: number, to: number): number[] {
  if (from <= 0 || to <= from) return [from, to];
  const values = new Set<number>();
  for (let step = 1; step * from < to; step *= 2) for (const part of [1, 1.5]) values.add(Math.round(step * part * from));
  return [...values, to].filter((value, at, all) => value <= to && all.indexOf(value) === at);
}

function count(figure: number): Figure {
  return { figure, as: 'count' };
}
