import type { RequestBatch } from '../../../shared/model/run.ts';
import type { Microseconds } from '../../../shared/model/units.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import type { JournalPlace } from './journal-records.ts';

/** A session as the engine works with it, whether it is being recorded, was recovered or was opened from a file. */
export interface OpenSession {
  readonly recording: RunRecording;
  /** `profile`: a file of another tool, without load. */
  readonly kind: 'run' | 'profile';
  /** From a journal whose engine was killed. */
  readonly recovered: boolean;
  /** All requests in order of completion, read again from the disk. */
  rows(): AsyncIterable<RequestBatch>;
  /** The same with the load process's counts: what a session file is written from. */
  requestEntries(): AsyncIterable<Extract<RecordingEntry, { type: 'requests' }>>;
  /** While it is recorded: its rows from a place on, so that nobody has to begin at the start again. */
  readonly growing?: {
    end(): JournalPlace;
    /** A place before which no request completed at or after `us` since time 0. */
    placeBefore(us: Microseconds): JournalPlace;
    rows(from: JournalPlace): AsyncIterable<RequestBatch>;
  };
  /** Tells a recording that it is safe in a file, so that it is not offered for recovery. */
  onSaved?(): Promise<void>;
  /** Tells a session out of a file that all of it is in another one, too: its rows are read from there from now on. */
  moveTo?(path: string): void;
  close(): Promise<void>;
}
