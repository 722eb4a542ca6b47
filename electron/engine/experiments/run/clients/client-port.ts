/** What makes the requests of a run, as the run sees it. What a client is to forms, plans and reports: shared/model/clients/. */
import type { Failure, Outcome } from '../../../../../shared/model/failure.ts';
import type { OutputStream } from '../../../../../shared/model/run.ts';
import type { Setup } from '../../../../../shared/model/setup/setup.ts';
import type { Said } from '../../../../../shared/words/said.ts';
import type { CaptureSet } from '../../../captures/captures.ts';
import type { LoadEvents, LoadRunner } from '../../../load/load-runner.ts';
import type { UsersOrder } from '../../../load/load-shares.ts';

export interface ClientEvents extends LoadEvents {
  /** What a program writes. */
  onOutput(stream: OutputStream, text: string): void;
  onWarning(says: Said): void;
}

export interface ClientRun {
  readonly id: string;
  readonly setup: Setup;
  /** Of a request plan; null: there is one request. */
  readonly users: UsersOrder | null;
  readonly events: ClientEvents;
  readonly captures: CaptureSet;
}

export interface ClientPort {
  /** Why it cannot be had on this machine; null: it can. Left out: it always can. */
  check?(): Failure | null;
  /** Ready when the promise resolves. */
  start(run: ClientRun): Promise<Outcome<LoadRunner>>;
}
