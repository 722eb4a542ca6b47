/** A load over time: its phases, the offered rate, and the number of arrived users. Pure. */
import type { PerSecond } from '../base/units.ts';
import { levelOfPhase, phasesOfSweep } from '../model/load/levels.ts';
import type { Schedule } from '../model/load/schedule.ts';
import { hasSchedule, partsOfLoad } from '../model/load-models.ts';
import type { LaunchColumns } from '../model/series.ts';
import type { Load } from '../model/setup/setup.ts';
import type { LoadLines, Span, Values } from './chart-lines.ts';

/** A phase of a schedule or a level of a sweep, and when it was. `again`: a level that was run once more after the sweep. */
export type PhaseBand = Span & { readonly again?: true } & (
    | { readonly rate: readonly [PerSecond, PerSecond] }
    | { readonly connections: number }
  );

export interface LaunchLines {
  readonly x: readonly number[];
  readonly spans: readonly Span[];
  /** Users of each second, those of the first phase, the third, ... and those of the second, the fourth, ...: phases that follow each other differ. */
  readonly odd: Values;
  /** Null: there is one phase. */
  readonly even: Values | null;
}

export interface PlanLines {
  readonly bands: readonly PhaseBand[];
  /** Over each second of the load, requests a second as visitors would make them who never wait; null: the load has no rate. */
  readonly offered: Values | null;
  /** Null: there are no arrivals, as connections are fixed. */
  readonly launched: LaunchLines | null;
}

export const NO_PLAN: PlanLines = { bands: [], offered: null, launched: null };

/** `untilS`: how far the run has come. */
export function computePlanLines(
  load: Load,
  launches: LaunchColumns | null,
  lines: Pick<LoadLines, 'spans' | 'completed'>,
  untilS: number,
): PlanLines {
  const bands = computePhaseBands(load, launches);
  const parts = partsOfLoad(load);
  const schedule = parts?.are === 'phases' && parts.schedule.phases.length > 0 ? parts.schedule : null;
  // Of levels the bands tell how many there were.
  const hasVisitors = hasSchedule(load) && parts?.are !== 'levels';
  return {
    bands,
    offered: computeOffered(schedule, bands, lines, launches?.meta.ofVisitor ?? 1),
    launched: launches !== null && hasVisitors ? computeLaunchLines(launches, untilS) : null,
  };
}

/** None where the load is the same all the time. Levels stand where they really were: the one before is drained first. */
export function computePhaseBands(load: Load, launches: LaunchColumns | null): readonly PhaseBand[] {
  const parts = partsOfLoad(load);
  if (parts?.are === 'phases') {
    const { schedule } = parts;
    if (schedule.phases.length < 2) return [];
    return schedule.phases.map(({ from, to }, nth) => ({ from: schedule.startOf(nth), to: schedule.startOf(nth + 1), rate: [from, to] }));
  }
  if (parts === null || launches === null) return [];
  const { of, values } = parts.levels;
  const starts = new Map<number, number>();
  launches.phase.forEach((phase, row) => {
    starts.set(phase, Math.min(starts.get(phase) ?? Number.POSITIVE_INFINITY, launches.firstMs[row]! / 1_000));
  });
  const inOrder = [...starts].sort(([, a], [, b]) => a - b);
  const seen = new Set<number>();
  return inOrder.flatMap(([phase, from]): PhaseBand[] => {
    const { level, again } = levelOfPhase(phase, values.length);
    const value = values[level];
    if (value === undefined || (parts.search === undefined && phase >= phasesOfSweep({ values }))) return [];
    // In a search each level has a phase beyond those that are planned, and is one that is run again if its rate was there before.
    const isAgain = parts.search === undefined ? again > 0 : seen.has(value);
    seen.add(value);
    const band = { from, to: from + parts.holdS(level), ...(isAgain ? { again: true as const } : {}) };
    return [{ ...band, ...(of === 'rate' ? { rate: [value, value] } : { connections: value }) }];
  });
}

/** The mean over each second, so that it can be compared with what was counted in it. */
function computeOffered(
  schedule: Schedule | null,
  bands: readonly PhaseBand[],
  { spans, completed }: Pick<LoadLines, 'spans' | 'completed'>,
  ofVisitor: number,
): Values | null {
  const isSweepOfRates = schedule === null && bands.length > 0 && bands.every((band) => 'rate' in band);
  if (schedule === null && !isSweepOfRates) return null;
  const visitors = ({ from, to }: Span): number =>
    schedule === null
      ? bands.reduce((sum, band) => sum + ('rate' in band ? band.rate[0] * overlapOf(band, { from, to }) : 0), 0)
      : schedule.areaUntil(to) - schedule.areaUntil(from);
  // No rate where the time is too short for one.
  return spans.map((span, row) => (completed[row] === null ? null : (ofVisitor * visitors(span)) / (span.to - span.from)));
}

function overlapOf(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
}

function computeLaunchLines({ second, phase, count }: LaunchColumns, untilS: number): LaunchLines {
  const last = second.reduce((latest, one) => Math.max(latest, one), -1);
  const seconds = Math.max(last + 1, Math.ceil(untilS));
  const spans = Array.from({ length: seconds }, (_, from) => ({ from, to: from + 1 }));
  const counts = [spans.map(() => 0), spans.map(() => 0)] as const;
  second.forEach((at, row) => {
    counts[(phase[row]! % 2) as 0 | 1][at]! += count[row]!;
  });
  const hasPhases = phase.some((nth) => nth > 0);
  return { x: spans.map(({ from }) => from + 0.5), spans, odd: counts[0], even: hasPhases ? counts[1] : null };
}
