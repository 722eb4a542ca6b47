/** Which numbers of connections a closed load is held at, so that it is seen to grow and to stop growing; which arrival rates, and how a rate rises. */
import type { PerSecond, Seconds } from '../../base/units.ts';

const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
/** Service times at each level, and at least this long. */
const CYCLES = 10;
const SHORTEST: Seconds = 0.8;

export interface PlannedLevel {
  readonly connections: number;
  readonly seconds: Seconds;
}

/**
 * `slots`: requests at once, if a step has shown them; `most`: connections; `room`: seconds for all. Those around `slots` come first when there
 * is not room for all; empty: not even for these.
 */
export function planLevels(slots: number | null, most: number, serviceS: Seconds, room: Seconds): PlannedLevel[] {
  const levelOf = (connections: number): PlannedLevel => ({
    connections,
    seconds: Math.max(SHORTEST, CYCLES * serviceS * Math.max(1, connections / (slots ?? connections))),
  });
  const decisive = slots === null ? [] : slots === 1 ? [1, 2, 3] : [slots, Math.ceil(1.5 * slots), 2 * slots];
  const flat = decisive.filter((connections) => connections <= most);
  const limit = Math.min(most, slots === null ? most : Math.max(8, 3 * slots));
  const others = STEPS.filter((n) => n <= limit && !flat.includes(n));
  const chosen = flat.map(levelOf);
  let left = room - sum(chosen);
  if (left < 0) return [];
  for (const level of others.map(levelOf)) {
    if (level.seconds > left) break;
    chosen.push(level);
    left -= level.seconds;
  }
  return chosen.sort((a, b) => a.connections - b.connections);
}

/** Of the highest throughput of a closed load. */
const RATES = [0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.25];
const SHORTEST_RATE: Seconds = 2;
/** A queue is told from chance when so many have come. */
const ARRIVALS = 60;
/** What is left of a rate after it was held, and what starting takes. */
const BESIDE = 1.5;

/** Arrival rates around where it should stop keeping up; null: there is not room for them. */
export function planRates(throughput: PerSecond, room: Seconds): { readonly rates: readonly PerSecond[]; readonly holdS: Seconds } | null {
  const holdS = Math.max(SHORTEST_RATE, ARRIVALS / throughput);
  if (RATES.length * holdS * BESIDE > room) return null;
  return { rates: RATES.map((share) => Number((share * throughput).toPrecision(3))), holdS };
}

/** Of the highest throughput of a closed load. Published: to 20/s, with 11.4 responses/s. */
const PEAK = 1.75;
/** Enough to see where the queue begins, and no more than can be drawn one by one. */
const FEWEST_ON_RAMP = 120;
const MOST_ON_RAMP = 4_000;
const SHORTEST_RAMP: Seconds = 4;
/** Before and after, of the time for which it rises. Published: 20 s, 120 s, 20 s. */
const PAUSE = 1 / 6;

/** The schedule of a rate that rises from 0 to where a queue has to grow, with a pause before and after it; null: there is no room for that. */
export function planRamp(throughput: PerSecond, serviceS: Seconds, room: Seconds): string | null {
  const peak = Number((PEAK * throughput).toPrecision(3));
  const usual = Math.max(SHORTEST_RAMP, (2 * FEWEST_ON_RAMP) / peak, CYCLES * serviceS);
  const rises = Math.ceil(10 * Math.min(usual, (2 * MOST_ON_RAMP) / peak)) / 10;
  const pause = Math.ceil(10 * PAUSE * rises) / 10;
  return (rises + 2 * pause + serviceS) * BESIDE > room ? null : `0/s for ${pause}s, 0/s..${peak}/s over ${rises}s, 0/s for ${pause}s`;
}

function sum(levels: readonly PlannedLevel[]): Seconds {
  return levels.reduce((all, { seconds }) => all + seconds, 0);
}
