/** Starts in progress. A stop waits for them, so that nothing begins afterwards. */
import { type Failure, fail, type Outcome } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { orAborted } from './or-aborted.ts';

export class Starts {
  private readonly pending = new Set<Promise<unknown>>();
  /** Aborts all starts since the last stop. */
  private stopping = new AbortController();
  private isClosed = false;

  /** Prepares something and begins it; the signal is aborted at the next stop, whether it has begun by then or not. Refused once closed. */
  async start<T>(prepareAndBegin: (signal: AbortSignal) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.isClosed) return stoppedBefore();
    const started = prepareAndBegin(this.stopping.signal);
    this.pending.add(started);
    try {
      return await started;
    } finally {
      this.pending.delete(started);
    }
  }

  /** Resolves when what is being started now has begun, or has not. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.stopping = new AbortController();
    await Promise.allSettled(this.pending);
  }

  /** As `stop`; later starts are refused. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.stop();
  }
}

/** As the outcome, unless the signal is aborted first or already. */
export async function orStopped<T>(outcome: Promise<Outcome<T>>, signal: AbortSignal): Promise<Outcome<T>> {
  try {
    return await orAborted(outcome, signal);
  } catch (error) {
    if (signal.aborted) return stoppedBefore();
    throw error;
  }
}

export function stoppedBefore(): { ok: false; failure: Failure } {
  return fail('stopped', say('machine.stoppedBefore'));
}
