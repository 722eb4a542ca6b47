/** What disturbed a run, as ready geometry: a line for each source of CPU load, and the intervals in which nothing ran. */
import { CLOCK_GAP_LIMIT_US } from '../model/run.ts';
import type { MachineSeriesColumns } from '../model/series.ts';
import type { Span, Values } from './chart-lines.ts';

export type MachineMeasure = 'foreign' | 'steal' | 'generator';

/** Between two samples, seconds since time 0; `seconds` is how long nothing ran, or by how much the clock was set. */
export interface ClockGap extends Span {
  readonly seconds: number;
}

export interface MachineLines {
  readonly x: readonly number[];
  /** What the system reports, percent of one core. */
  readonly lines: readonly { readonly measure: MachineMeasure; readonly values: Values }[];
  readonly gaps: readonly ClockGap[];
  /** Whether the system reports what other programs use. */
  readonly tellsOthers: boolean;
}

/** Samples of the measured phase and, when it is over, up to its end; null: there are none. */
export function computeMachineLines(columns: MachineSeriesColumns, toMs = Number.POSITIVE_INFINITY): MachineLines | null {
  const { atMs, gapMs, foreignPercent, stealPercent, generatorPercent } = columns;
  const isSeen = (row: number) => atMs[row]! > 0 && (atMs[row - 1] ?? 0) < toMs;
  const rows = Array.from(atMs.keys()).filter(isSeen);
  if (rows.length === 0) return null;
  const pick = (column: Float32Array): Values => rows.map((row) => (Number.isNaN(column[row]!) ? null : column[row]!));
  const all = [
    { measure: 'foreign', values: pick(foreignPercent) },
    { measure: 'steal', values: pick(stealPercent) },
    { measure: 'generator', values: pick(generatorPercent) },
  ] as const;
  const lines = all.filter(({ values }) => values.some((value) => value !== null));
  return {
    x: rows.map((row) => Math.min(atMs[row]!, toMs) / 1_000),
    lines,
    gaps: rows
      .filter((row) => Math.abs(gapMs[row]!) * 1e3 > CLOCK_GAP_LIMIT_US)
      .map((row) => ({
        from: Math.max(0, atMs[row - 1] ?? 0) / 1_000,
        to: Math.min(atMs[row]!, toMs) / 1_000,
        seconds: gapMs[row]! / 1_000,
      })),
    tellsOthers: lines.some(({ measure }) => measure === 'foreign'),
  };
}
