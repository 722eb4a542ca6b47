import type { Microseconds } from '../../../shared/model/units.ts';
import { type Answer, OVER, SEND, type Source } from './source.ts';

/** The closed model: a pool of requests; each free connection takes the next one at once. `requests`: Infinity for a load that ends by time. */
export class ClosedSource implements Source {
  #left: number;

  constructor(requests: number) {
    this.#left = requests;
  }

  start(): void {}

  get hasMore(): boolean {
    return this.#left > 0;
  }

  next(_now: Microseconds): Answer {
    if (this.#left <= 0) return OVER;
    this.#left--;
    return SEND;
  }
}
