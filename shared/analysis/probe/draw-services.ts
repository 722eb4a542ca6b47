/** Two services of different kinds, drawn by a seed: a class that types the same number has the same two. Pure. */
import { makeRandom, type Random, shuffle } from '../../base/statistics/random.ts';
import type { ServiceKind, ServiceTruth } from '../../model/services.ts';

/**
 * Long enough for a step to be told from what the machine itself takes, short enough for levels, the other route and both services to fit
 * into a minute.
 */
const SERVICE_MS = { low: 30, high: 60, step: 5 } as const;
/** One at a time is what the synchronous kind has. */
const LIMITS = { low: 2, high: 16 } as const;
/** Each is a process: few, as they are started while somebody waits. */
const PROCESSES = { low: 2, high: 4 } as const;

const KINDS: readonly ServiceKind[] = ['limit', 'no-limit', 'synchronous', 'processes'];

export function drawServices(seed: number): readonly [ServiceTruth, ServiceTruth] {
  const random = makeRandom(seed);
  const [one, other] = shuffle(KINDS, random);
  return [draw(one!, random), draw(other!, random)];
}

function draw(kind: ServiceKind, random: Random): ServiceTruth {
  const { low, high, step } = SERVICE_MS;
  const serviceMs = low + step * whole(random, 0, (high - low) / step);
  return { kind, workers: drawWorkers(kind, random), serviceMs };
}

function drawWorkers(kind: ServiceKind, random: Random): number | null {
  switch (kind) {
    case 'limit':
      return whole(random, LIMITS.low, LIMITS.high);
    case 'processes':
      return whole(random, PROCESSES.low, PROCESSES.high);
    case 'synchronous':
      return 1;
    case 'no-limit':
      return null;
  }
}

/** From `low` to `high`, both included. */
function whole(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}
