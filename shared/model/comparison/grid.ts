/**
 * A grid: every case of a load on every topology of a server, one run each. A run is a cell; cells are described side by side, and none is judged,
 * because one run says nothing about the next.
 *
 *              one process   three processes   behind nginx
 *   ping        cell 1        cell 2            cell 3
 *   load        cell 4        ...
 */
import type { Bytes, Milliseconds, Percent } from '../../base/units.ts';
import type { Said } from '../../words/said.ts';
import type { Exclusion } from './exclusion.ts';

/** Each cell has a letter, as variants have. */
export const MOST_GRID_CELLS = 26;

/** What it is called: rows and columns of a table. */
export interface Grid {
  readonly cases: readonly string[];
  readonly topologies: readonly string[];
  /** Cells record profiles, each as its set-up says: their exhibits stand beside the table. Absent: none does. */
  readonly records?: true | undefined;
}

export interface GridPlace {
  /** Index into the cases. */
  readonly row: number;
  /** Index into the topologies; 0 is the one that differences are of. */
  readonly column: number;
}

/** Where the cell with this index stands. */
export function gridPlace({ topologies }: Grid, index: number): GridPlace {
  return { row: Math.floor(index / topologies.length), column: index % topologies.length };
}

/** The figures of a cell, as a table shows them. */
export interface GridFigures {
  /** Share of all arrivals with an outcome that failed, had an unexpected status, or were dropped. Null: there were none. */
  readonly failedPercent: Percent | null;
  /** Expected responses per second of measured time. */
  readonly throughput: number | null;
  readonly p50Ms: Milliseconds | null;
  readonly p99Ms: Milliseconds | null;
  /** All processes of the server, in percent of one core, the median over time. */
  readonly cpuPercent: Percent | null;
  /** CPU time of all processes of the server, per completed request. Absent: recorded by an older version. */
  readonly cpuMsPerRequest?: Milliseconds | null;
  /** Mean, headers included, of a completed response. */
  readonly responseBytes?: Bytes | null;
  /** Where each request has a connection of its own: opening it, and from then on to the first byte of the response. Null: connections are kept. */
  readonly connecting?: { readonly meanMs: Milliseconds; readonly maxMs: Milliseconds; readonly waitingMs: Milliseconds | null } | null;
  /** Expected responses: what the percentiles are of. */
  readonly responses: number;
  /** Percentiles that are based on too few responses. */
  readonly weak: readonly ('p50' | 'p99')[];
}

/** What the cells of a grid are compared by side by side, one at a time. */
export const GRID_MEASURES = [
  'p50',
  'p99',
  'throughput',
  'failed',
  'connect',
  'connectMax',
  'waiting',
  'cpu',
  'cpuPerRequest',
  'bytes',
] as const;
export type GridMeasure = (typeof GRID_MEASURES)[number];

/** Of a cell from that of the first topology in the same case: 100 (this / first - 1). A figure without a difference is null. */
export interface GridDifference {
  readonly throughputPercent: Percent | null;
  readonly p50Percent: Percent | null;
  readonly p99Percent: Percent | null;
  /** It is of a run that was disturbed, or of two: it may come from that. */
  readonly disturbed?: true;
}

export interface GridCell extends GridPlace {
  /** Number of its run, from 1. */
  readonly run: number;
  /** The letter by which `runs` know it. */
  readonly variant: string;
  readonly state: 'planned' | 'running' | 'measured' | 'stopped' | 'failed';
  /** Why it has no run, or why its run ended early; null: it has one, or will have. */
  readonly why: Exclusion | null;
  readonly figures: GridFigures | null;
  /** Its server stopped responding: no response came for so long at the end of the run. Absent: it did not. */
  readonly silentMs?: Milliseconds;
  /** What a reader should know before trusting its figures. Absent: nothing. */
  readonly warnings?: readonly Said[];
  /** Something besides the server was in the way: a difference may come from that. Absent: nothing is known of it. */
  readonly disturbed?: true;
  readonly difference: GridDifference | null;
  /**
   * Why it has no differences; null: it has, or nothing to take them of. `stopped`: its server stopped responding, `failed`: too much failed in it,
   * `firstStopped` and `firstFailed`: in the cell they would be of.
   */
  readonly noDifference: 'first' | 'stopped' | 'failed' | 'firstStopped' | 'firstFailed' | 'firstMissing' | null;
}
