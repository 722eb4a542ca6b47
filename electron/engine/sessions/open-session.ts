import type { RequestBatch } from '../../../shared/model/run.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';

/** A session as the engine works with it, whether it is being recorded, was recovered or was opened from a file. */
export interface OpenSession {
  readonly recording: RunRecording;
  /** `profile`: a file of another tool, without load. */
  readonly kind: 'run' | 'profile';
  /** The file it was opened from; null: none. */
  readonly path: string | null;
  /** From a journal whose engine was killed. */
  readonly recovered: boolean;
  /** All requests in order of completion, read again from the disk. */
  rows(): AsyncIterable<RequestBatch>;
  /** The same with the load process's counts: what a session file is written from. */
  requestEntries(): AsyncIterable<Extract<RecordingEntry, { type: 'requests' }>>;
  /** Tells a recording that it is safe in a file, so that it is not offered for recovery. */
  onSaved?(): Promise<void>;
  close(): Promise<void>;
}
