/**
 * When a thread of libuv's pool begins what it was given: nobody tells that, but the queue of the pool does, as all that enters and leaves it is seen here.
 * https://github.com/libuv/libuv/blob/v1.x/src/threadpool.c: first come, first served; look-ups of names may have half of the threads, and stand
 * in a line of their own, which has one place in the common one.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';

export interface PoolTask {
  readonly asked: Microseconds;
  /** A look-up of a name. */
  readonly isSlow: boolean;
  /** NaN: it is in line. */
  begun: Microseconds;
}

const SLOW_PLACE = null;

export class ThreadPool {
  private readonly mostSlow: number;
  private readonly line: (PoolTask | typeof SLOW_PLACE)[] = [];
  private readonly slow: PoolTask[] = [];
  /** The oldest first. */
  private readonly running: PoolTask[] = [];

  constructor(readonly threads: number) {
    this.mostSlow = Math.ceil(threads / 2);
  }

  /** How many of them can be under way at once. */
  mostAtOnce({ isSlow }: Pick<PoolTask, 'isSlow'>): number {
    return isSlow ? this.mostSlow : this.threads;
  }

  ask(asked: Microseconds, isSlow: boolean): PoolTask {
    const task: PoolTask = { asked, isSlow, begun: Number.NaN };
    if (isSlow) this.slow.push(task);
    if (!isSlow) this.line.push(task);
    else if (!this.line.includes(SLOW_PLACE)) this.line.push(SLOW_PLACE);
    this.beginNext(asked);
    return task;
  }

  /**
   * Its end is seen. One that should be in line still was begun by a thread whose task has ended, be it that this is not seen yet, or that it never will be: the
   * longest under way is then over.
   */
  end(task: PoolTask, time: Microseconds): void {
    if (Number.isNaN(task.begun)) {
      remove(task.isSlow ? this.slow : this.line, task);
      task.begun = time;
      this.running.shift();
    } else remove(this.running, task);
    this.beginNext(time);
  }

  private beginNext(time: Microseconds): void {
    const { line, slow } = this;
    // The place of those that are not allowed to begin goes to the end: once around, nothing is left that is.
    for (let left = line.length; left > 0 && this.running.length < this.threads; left--) {
      const next = line.shift()!;
      if (next !== SLOW_PLACE) this.begin(next, time);
      else if (this.running.filter(({ isSlow }) => isSlow).length >= this.mostSlow) line.push(SLOW_PLACE);
      else {
        const first = slow.shift();
        if (first !== undefined) this.begin(first, time);
        if (slow.length > 0) {
          line.push(SLOW_PLACE);
          left += 1;
        }
      }
    }
  }

  private begin(task: PoolTask, time: Microseconds): void {
    task.begun = time;
    this.running.push(task);
  }
}

function remove<T>(from: T[], one: T): void {
  const at = from.indexOf(one);
  if (at >= 0) from.splice(at, 1);
}
