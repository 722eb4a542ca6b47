/**
 * The one profile model: merged call-tree nodes, and samples in time order. Importers and the live merge produce it;
 * trees, tables and exporters read it.
 *
 *   frames   what a function is            (name, url, line, column)
 *   nodes    a frame under a parent node   (node 0 is the root; a parent always stands before its children)
 *   samples  at time t the stack was node n; sample i covers [time[i], time[i+1]), the last one until endTime
 *
 * Sample i therefore weighs time[i+1]-time[i], as in DevTools and speedscope: weights come from timeDeltas, never
 * from the asked interval.
 */
import type { FrameKind } from '../model/report.ts';
import type { Microseconds } from '../model/units.ts';

export interface Frame {
  readonly name: string;
  readonly url: string;
  /** Zero-based as V8 counts; -1 when there is no position. */
  readonly line: number;
  readonly column: number;
  readonly kind: FrameKind;
}

export interface Profile {
  /** Process the samples are of; 0 for an imported file. */
  readonly pid: number;
  readonly frames: readonly Frame[];
  /** Parent node of each node; node 0 (the root) has -1. */
  readonly parent: Int32Array;
  /** Frame of each node. */
  readonly frame: Int32Array;
  /** Node of each sample. */
  readonly sampleNode: Int32Array;
  /** µs since time 0, never decreasing. */
  readonly sampleTime: Float64Array;
  readonly startTime: Microseconds;
  readonly endTime: Microseconds;
  /** Asked sampling interval; 0 when unknown. */
  readonly intervalUs: Microseconds;
}

/** Original position of a generated one, found through a source map. Zero-based like Frame. */
export interface SourcePosition {
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** Original name of the function; null: keep the generated one. */
  readonly name: string | null;
}

/** Key: frameKey(url, line, column) of the generated position. */
export type SourcePositions = Readonly<Record<string, SourcePosition>>;

export function frameKey(url: string, line: number, column: number): string {
  return `${url}:${line}:${column}`;
}
