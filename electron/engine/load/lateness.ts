import type { Microseconds } from '../../../shared/base/units.ts';
import { ExactDistribution } from '../../../shared/load/distribution.ts';
import { type GeneratorHealth, LATENESS_LIMIT_MS, LIMITED_SECONDS } from '../../../shared/model/run.ts';

const SECOND: Microseconds = 1e6;
const US_PER_MS = 1_000;

type Figures = NonNullable<GeneratorHealth['latenessMs']>;

/** How late requests are sent, from second to second and in all. */
export class LatenessMeter {
  #hasBeenLate = false;
  readonly #all = new ExactDistribution();
  readonly #second = new ExactDistribution();
  #secondEnds: Microseconds = 0;
  /** Of the last whole second in which something was sent. */
  #last: Figures | null = null;
  #lateSeconds = 0;

  /** Seconds are those of the intended times: what was held up for long is sent all at once. */
  add(late: Microseconds, now: Microseconds): void {
    if (now - late >= this.#secondEnds) this.#startSecond(now - late);
    const us = Math.floor(late);
    this.#all.record(us);
    this.#second.record(us);
  }

  /**
   * Requests were sent so late that the load was not the one that was asked for: 1 % of those of three seconds in a row, or half of all, however
   * short the load is.
   */
  get isLimited(): boolean {
    return this.#hasBeenLate || (this.#all.count > 0 && this.#all.percentile(50) > LATENESS_LIMIT_MS * US_PER_MS);
  }

  get recent(): Figures | null {
    return this.#last ?? figuresOf(this.#second);
  }

  get overall(): Figures | null {
    return figuresOf(this.#all);
  }

  #startSecond(from: Microseconds): void {
    this.#secondEnds = from + SECOND;
    if (this.#second.count === 0) return;
    this.#last = figuresOf(this.#second)!;
    this.#second.reset();
    this.#lateSeconds = this.#last.p99 > LATENESS_LIMIT_MS ? this.#lateSeconds + 1 : 0;
    if (this.#lateSeconds >= LIMITED_SECONDS) this.#hasBeenLate = true;
  }
}

function figuresOf(lateness: ExactDistribution): Figures | null {
  if (lateness.count === 0) return null;
  const [p50, p99] = lateness.percentiles([50, 99]);
  return { p50: p50! / US_PER_MS, p99: p99! / US_PER_MS };
}
