import type { LoadOf } from '../../../shared/model/setup.ts';
import type { Microseconds } from '../../../shared/model/units.ts';
import { type Answer, OVER, type Part, SEND, type Source } from './source.ts';

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

/** Requests are divided in proportion to the connections, so that all parts end at about the same time. */
export function shareClosed(load: LoadOf<'closed'>, { nth, of }: Part): LoadOf<'closed'> {
  const { connections, end } = load;
  const [from, to] = [edge(connections, nth, of), edge(connections, nth + 1, of)];
  const ownEnd =
    end.by === 'duration' ? end : { ...end, requests: edge(end.requests, to, connections) - edge(end.requests, from, connections) };
  return { ...load, connections: to - from, end: ownEnd };
}

/** Where the first `part` of `parts` equal parts ends; the remainder goes to the first ones. */
export function edge(whole: number, part: number, parts: number): number {
  return Math.ceil((whole * part) / parts);
}
