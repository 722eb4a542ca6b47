import { GENERATOR_LIMIT_PERCENT, type GeneratorHealth } from '../../../shared/model/run.ts';
import type { Microseconds, Percent } from '../../../shared/model/units.ts';
import { clockUs } from '../machine/clock.ts';

interface Look {
  readonly at: Microseconds;
  /** CPU time of the process so far, all threads. */
  readonly cpu: Microseconds;
}

const SECOND: Microseconds = 1e6;
/** In its first half second a process is busy compiling its own code; that says nothing about the load. */
const ENOUGH: Microseconds = 500_000;

/** Whether the load process itself was the bottleneck: its CPU use, over the last second and over the whole measured phase. */
export class GeneratorMeter {
  readonly #first = look();
  readonly #recent: Look[] = [this.#first];

  /** CPU use over the last second. */
  now(): GeneratorHealth {
    const current = look();
    this.#recent.push(current);
    while (this.#recent.length > 2 && current.at - this.#recent[1]!.at >= SECOND) this.#recent.shift();
    return health(percentBetween(this.#recent[0]!, current), this.#isLimited(current));
  }

  /** CPU use over the whole phase. */
  overall(): GeneratorHealth {
    const current = look();
    return health(percentBetween(this.#first, current), this.#isLimited(current));
  }

  #isLimited(current: Look): boolean {
    return current.at - this.#first.at >= ENOUGH && (percentBetween(this.#first, current) ?? 0) > GENERATOR_LIMIT_PERCENT;
  }
}

/** Of a process that has not started any work. */
export const IDLE_GENERATOR: GeneratorHealth = health(null, false);

function health(cpuPercent: Percent | null, limited: boolean): GeneratorHealth {
  return { cpuPercent, latenessMs: null, limited };
}

function look(): Look {
  const { user, system } = process.cpuUsage();
  return { at: clockUs(), cpu: user + system };
}

function percentBetween(from: Look, to: Look): Percent | null {
  return to.at > from.at ? (100 * (to.cpu - from.cpu)) / (to.at - from.at) : null;
}
