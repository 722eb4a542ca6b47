/**
 * A section of the report of a run: figures that are derived together. It is one object in one file of this folder, listed in `sections.ts`. Who wants
 * a few figures asks for their sections, and nothing else is derived.
 */
import { Remembered } from '../../base/remembered.ts';
import type { Microseconds, TimeWindow } from '../../base/units.ts';
import type { LoadAccumulator } from '../../load/load-accumulator.ts';
import { type LoadParts, NO_PARTS } from '../../load/part-figures.ts';
import { clipWindow } from '../../load/window.ts';
import type { RunReport } from '../../model/report.ts';
import type { RecordingEntry } from '../../session/entries.ts';
import type { EntryCounts } from '../../session/recorded.ts';
import type { RunRecording } from '../../session/recording.ts';

/** `Key`: the keys of the report that it has. */
export interface Section<Id extends string = string, Key extends keyof RunReport = never> {
  readonly id: Id;
  /** From which entries they are derived. How many of these have come is the version of the section. */
  readonly entries: readonly RecordingEntry['type'][];
  derive(part: RunPart): Pick<RunReport, Key>;
}

/** Those of the whole run and of two windows. */
const MOST_KEPT = 40;
const known = new Remembered<RunRecording, unknown>(MOST_KEPT);

export const US_PER_MS = 1_000;
export const US_PER_S = 1_000_000;

/** `counted`: the requests of the window (load/window.ts). `parts`: phases and levels, of the whole. `counts`: from before these were read, so that whatever came meanwhile is derived anew. */
export interface PartFacts {
  readonly window?: TimeWindow | null;
  readonly counted?: LoadAccumulator | null;
  readonly parts?: LoadParts;
  readonly counts?: EntryCounts;
}

/** What a report is of: the whole measured phase, from what was counted as the rows came, or a window of it. */
export class RunPart {
  /** Null: the whole. */
  readonly window: TimeWindow | null;
  /** Since time 0. */
  readonly fromUs: Microseconds;
  readonly toUs: Microseconds;
  /** On the engine's clock. */
  readonly from: Microseconds;
  readonly to: Microseconds;
  readonly load: LoadAccumulator;
  readonly parts: LoadParts;
  private readonly counts: EntryCounts;

  constructor(
    readonly recording: RunRecording,
    { window = null, counted = null, parts = NO_PARTS, counts = recording.entryCounts() }: PartFacts = {},
  ) {
    const { durationUs, originUs, load } = recording;
    const { fromUs, toUs } = window === null ? { fromUs: 0, toUs: durationUs } : clipWindow(window, durationUs);
    [this.window, this.fromUs, this.toUs, this.parts, this.counts] = [window, fromUs, toUs, parts, counts];
    [this.from, this.to] = [(originUs ?? 0) + fromUs, (originUs ?? 0) + toUs];
    this.load = counted ?? load;
  }

  get isWhole(): boolean {
    return this.window === null;
  }

  /** Derived once for each version. */
  figures<Key extends keyof RunReport>({ id, entries, derive }: Section<string, Key>): Pick<RunReport, Key> {
    const version = entries.map((type) => this.counts.get(type) ?? 0);
    return known.get(this.recording, [id, this.window, this.from, this.to, version], () => derive(this)) as Pick<RunReport, Key>;
  }
}
