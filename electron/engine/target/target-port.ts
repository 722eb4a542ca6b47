/**
 * What every kind of target is to the run that measures it. The run knows nothing else of it:
 *
 *   knownUrl  what will be requested, where that is known before the start
 *   check     what would keep it from being measured, found without starting anything
 *   start     launches it, or finds it where it runs already
 *   findUrl   where it is requested, once something listens there
 *   sample    looks at its processes at once: when the load begins, and when it has ended
 *   stop      ends what was started, and nothing else
 *
 * What is seen of it is handed over as entries of the recording, from `start` to the end of `stop`.
 */
import type { Failure, Outcome } from '../../../shared/model/failure.ts';
import type { ExitInfo } from '../../../shared/model/run.ts';
import type { SetupProblem } from '../../../shared/protocol/setup-contract.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import type { PartEntry } from '../../../shared/session/parts/parts.ts';
import type { Leader, ProcessRow } from '../agent/processes.ts';
import type { CaptureSet } from '../captures/captures.ts';
import type { UrlOutcome } from './look-at-url.ts';

/** What a target may record. */
export type TargetEntry = PartEntry | Extract<RecordingEntry, { type: 'process' | 'warning' }>;

/** The run that starts a target. */
export interface TargetRun {
  readonly id: string;
  readonly captures: CaptureSet;
  record(entry: TargetEntry): void;
  /** A program was started: if the engine dies, it has to be killed with everything it started. */
  guard(leader: Leader): void;
}

export interface TargetKind<Asked> {
  /** `url`: as for `findUrl`. Null: its address will be seen when it runs. */
  knownUrl(asked: Asked, url: string): string | null;
  check(asked: Asked): Promise<readonly SetupProblem[]>;
  start(asked: Asked, run: TargetRun): Promise<Outcome<TargetPort>>;
}

/** For a target whose port is only known when it listens; a whole URL is known before. */
export function knownIfWhole(_asked: unknown, url: string): string | null {
  return url.startsWith('/') ? null : url;
}

export interface TargetPort {
  /** Resolves with the failure when the target ends by itself under load; never if that cannot be detected. */
  readonly ended: Promise<Failure>;
  /** What is known about the process so far. */
  facts(): Omit<Extract<RecordingEntry, { type: 'resolved' }>, 'type' | 'url'>;
  /**
   * `url`: a path (`/x`) or a whole URL; `addresses`: what the host of the known URL means, null: none is known. Rejects with the
   * signal's reason when aborted.
   */
  findUrl(url: string, addresses: readonly string[] | null, signal: AbortSignal): Promise<UrlOutcome>;
  /** Its live processes as the system lists them now. Null: not known, so that what they use cannot be told from what other programs use. */
  processes(): readonly ProcessRow[] | null;
  /**
   * Looks at every process at this moment, however long ago it did so last. Resolves when what was seen is recorded, within half a second; a
   * process that is stopped has none.
   */
  sample(): Promise<void>;
  /** May be called repeatedly, also after it has ended by itself. Null: we did not start it, so we do not end it. */
  stop(): Promise<ExitInfo | null>;
}
