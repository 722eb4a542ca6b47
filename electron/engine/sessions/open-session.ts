import type { Microseconds } from '../../../shared/base/units.ts';
import type { RequestBatch } from '../../../shared/model/run.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import type { JournalPlace } from './journal-records.ts';

/** A session as the engine works with it: being recorded, recovered or opened from a file. */
export interface OpenSession {
  readonly recording: RunRecording;
  /** `profile`, `load`: what another tool has recorded or measured; `heap`: a snapshot of a heap. */
  readonly kind: 'run' | 'profile' | 'load' | 'heap';
  /** It is shown from the file of another tool, which stays as it is. Saving it makes a session of it. */
  readonly isForeign?: boolean;
  /** From a journal whose engine was killed. */
  readonly recovered: boolean;
  /** All requests in order of completion, read from disk. */
  rows(): AsyncIterable<RequestBatch>;
  /** The same with the counts of the load process, from which a session file is written. */
  requestEntries(): AsyncIterable<Extract<RecordingEntry, { type: 'requests' }>>;
  /** While it is being recorded: its rows from a place on, so that earlier ones need not be read again. */
  readonly growing?: {
    end(): JournalPlace;
    /** A place before which no request completed at or after `us` since time 0. */
    placeBefore(us: Microseconds): JournalPlace;
    rows(from: JournalPlace): AsyncIterable<RequestBatch>;
  };
  /** False: part of it is in memory only, because its disk took no more. */
  readonly isOnDisk?: boolean;
  /** Marks a recording as saved, so that it is not offered for recovery. */
  onSaved?(): Promise<void>;
  /** Makes a session read its rows from another file that contains all of it. */
  moveTo?(path: string): void;
  close(): Promise<void>;
}
