/**
 * Classic ticks of a comparison: how many each request took. From one run of each variant, so nothing can be said about chance. Ticks are
 * counts; one a millisecond is what the sampler aims at, and what a busy machine keeps it from.
 */
import type { Percent } from '../base/units.ts';
import type { Pass } from '../model/comparison/pass.ts';
import type { TickFigures, TickShare } from '../model/profile/ticks.ts';
import { LINE_OF, ticksOfLine } from '../profile/ticks/tick-lines.ts';

export interface TicksPerRequest {
  /** GC is no part of the sum: its ticks are also in the other rows. */
  readonly name: TickShare | 'Unaccounted' | 'Total';
  readonly a: number;
  readonly b: number;
  /** Null: A has none. */
  readonly differencePercent: Percent | null;
}

const NAMES = ['JavaScript', 'C++', 'Shared libraries', 'Unaccounted', 'Total', 'GC'] as const satisfies TicksPerRequest['name'][];

/** Decimals that give the largest figure of a table four digits, and all figures the same. */
export function decimalsFor(rows: readonly TicksPerRequest[]): number {
  const largest = Math.max(...rows.map(({ a, b }) => Math.max(a, b)));
  return largest === 0 ? 0 : Math.min(6, Math.max(0, 3 - Math.floor(Math.log10(largest))));
}

/** Of variant `b` against `a`; null: one of them has no run with ticks and requests. */
export function compareTicks(passes: readonly Pass[], a: number, b: number): readonly TicksPerRequest[] | null {
  const [ofA, ofB] = [tickPassOf(passes, a), tickPassOf(passes, b)];
  if (ofA === null || ofB === null) return null;
  return NAMES.map((name) => {
    const before = ticksPerRequest(countOf(ofA.ticks, name), ofA);
    const after = ticksPerRequest(countOf(ofB.ticks, name), ofB);
    return { name, a: before, b: after, differencePercent: before === 0 ? null : 100 * (after / before - 1) };
  });
}

/** The run of a variant whose ticks are compared. */
export interface TickPass {
  readonly index: number;
  readonly ticks: TickFigures;
  /** Completed. */
  readonly requests: number;
}

/** The run of a variant whose ticks are shown. */
export function findTickRun(passes: readonly Pass[], variant: number): Pass | null {
  const runs = passes.filter((pass) => pass.variant === variant && pass.excluded === null && pass.report?.ticks);
  return runs.find(({ kind }) => kind === 'profiled') ?? runs[0] ?? null;
}

/** Null: the variant has no run with ticks and requests. */
export function tickPassOf(passes: readonly Pass[], variant: number): TickPass | null {
  const { index, report } = findTickRun(passes, variant) ?? {};
  const { ticks, requests } = report ?? {};
  if (index === undefined || !ticks || !requests || requests.completed === 0) return null;
  return { index, ticks, requests: requests.completed };
}

/** Whether any variant can be compared with the first by its ticks. */
export function canCompareTicks(passes: readonly Pass[], variants: number): boolean {
  const isThere = (variant: number): boolean => tickPassOf(passes, variant) !== null;
  return isThere(0) && Array.from({ length: variants - 1 }, (_, other) => other + 1).some(isThere);
}

export function ticksPerRequest(ticks: number, { requests }: TickPass): number {
  return ticks / requests;
}

function countOf(figures: TickFigures, name: TicksPerRequest['name']): number {
  return name === 'Total' ? figures.total : ticksOfLine(figures, LINE_OF[name]);
}
