/** What is being started, which takes a while. Whoever ends it waits until it has begun, so that nothing begins afterwards. */
import { fail, type Outcome } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';

export class Starts {
  private readonly pending = new Set<Promise<unknown>>();
  private isClosed = false;

  /** Prepares something and begins it. Refused once closed. */
  async start<T>(prepareAndBegin: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.isClosed) return fail('stopped', say('machine.stoppedBefore'));
    const started = prepareAndBegin();
    this.pending.add(started);
    try {
      return await started;
    } finally {
      this.pending.delete(started);
    }
  }

  /** Resolves when what is being started now has begun, or has not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.pending);
  }

  /** As `settled`; nothing is started any more. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.settled();
  }
}
