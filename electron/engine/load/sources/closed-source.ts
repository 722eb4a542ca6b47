import type { Microseconds, Seconds } from '../../../../shared/base/units.ts';
import type { LoadOf } from '../../../../shared/model/setup/setup.ts';
import { type Decision, OVER, SEND, type Source } from './source.ts';
import { edge, type Stage, type StagesOf } from './stages.ts';

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

  next(_now: Microseconds): Decision {
    if (this.#left <= 0) return OVER;
    this.#left--;
    return SEND;
  }
}

export const CLOSED: StagesOf<LoadOf<'closed'>> = {
  // Requests are divided in proportion to the connections, so that all parts end at about the same time.
  share: (load, { nth, of }) => {
    const { connections, end } = load;
    const [from, to] = [edge(connections, nth, of), edge(connections, nth + 1, of)];
    const ownEnd =
      end.by === 'duration' ? end : { ...end, requests: edge(end.requests, to, connections) - edge(end.requests, from, connections) };
    return { ...load, connections: to - from, end: ownEnd };
  },
  stages: ({ connections, end }) => {
    const requests = end.by === 'amount' ? end.requests : Infinity;
    const duration = end.by === 'duration' ? end.seconds * 1e6 : Infinity;
    return [{ source: new ClosedSource(requests), connections: Math.min(connections, requests), opens: 'ahead', duration }];
  },
  warmUp: ({ connections, warmupS }) => closedStage(connections, warmupS),
};

/** Connections that are kept busy for `seconds`. */
export function closedStage(connections: number, seconds: Seconds): Stage {
  return { source: new ClosedSource(Infinity), connections, opens: 'ahead', duration: seconds * 1e6 };
}
