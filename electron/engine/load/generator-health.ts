import type { Microseconds, Percent } from '../../../shared/base/units.ts';
import { GENERATOR_LIMIT_PERCENT, type GeneratorHealth, LATENESS_LIMIT_MS } from '../../../shared/model/run.ts';
import { readRunDelayMs } from '../machine/cpu-times.ts';
import type { Clock } from './alarm.ts';
import { LatenessMeter } from './lateness.ts';
import type { LoopWatch } from './loop-watch.ts';

interface Reading {
  readonly at: Microseconds;
  /** CPU time of the process so far, all threads. */
  readonly cpu: Microseconds;
  /** How long its main thread, which sends and reads, was ready to run and had no core. */
  readonly waited: Microseconds;
}

const SECOND: Microseconds = 1e6;
/** In its first half second a process is busy compiling its own code; that says nothing about the load. */
const ENOUGH: Microseconds = 500_000;

/** Whether the load process itself was the bottleneck: its CPU use and how late it sends, over the last second and over the whole measured phase. */
export class GeneratorMeter {
  /** Null: requests are not sent by a schedule. */
  readonly #lateness: LatenessMeter | null;
  readonly #clock: Clock;
  readonly #watch: LoopWatch;
  readonly #first: Reading;
  readonly #recent: Reading[];
  #openedLate = 0;

  constructor(clock: Clock, hasSchedule: boolean, watch: LoopWatch) {
    this.#clock = clock;
    this.#watch = watch;
    this.#first = read(clock);
    this.#recent = [this.#first];
    this.#lateness = hasSchedule ? new LatenessMeter() : null;
  }

  /** A request was sent: how much later than intended, when, and whether on an open connection or one opened for it. */
  sent(late: Microseconds, now: Microseconds, opens: boolean): void {
    this.#lateness?.add(late, now);
    if (opens && late > LATENESS_LIMIT_MS * 1e3) this.#openedLate++;
  }

  /** Over the last second. */
  now(): GeneratorHealth {
    const current = read(this.#clock);
    this.#recent.push(current);
    while (this.#recent.length > 2 && current.at - this.#recent[1]!.at >= SECOND) this.#recent.shift();
    return { ...this.#health(this.#recent[0]!, current), latenessMs: this.#lateness?.recent ?? null };
  }

  /** Over the whole phase. */
  overall(): GeneratorHealth {
    const current = read(this.#clock);
    return { ...this.#health(this.#first, current), latenessMs: this.#lateness?.overall ?? null };
  }

  #health(from: Reading, current: Reading): GeneratorHealth {
    const limited = this.#isBusy(current) || (this.#lateness?.isLimited ?? false);
    const openedLate = this.#lateness === null ? {} : { openedLate: this.#openedLate };
    const waitedForCorePercent = percentBetween(from, current, 'waited');
    const stoodStillMs = { total: this.#watch.stood(current.at) / 1e3, longest: this.#watch.longest(current.at) / 1e3 };
    return {
      cpuPercent: percentBetween(from, current, 'cpu'),
      ...(waitedForCorePercent === null ? {} : { waitedForCorePercent }),
      ...(stoodStillMs.total === 0 ? {} : { stoodStillMs }),
      latenessMs: null,
      ...openedLate,
      limited,
    };
  }

  /** A process that sends late and waits for a core has no more time left than one that computes. */
  #isBusy(current: Reading): boolean {
    if (current.at - this.#first.at < ENOUGH) return false;
    const used = percentBetween(this.#first, current, 'cpu') ?? 0;
    if (used > GENERATOR_LIMIT_PERCENT) return true;
    const waited = percentBetween(this.#first, current, 'waited') ?? 0;
    // Computed last: percentiles of many requests take some time.
    return used + waited > GENERATOR_LIMIT_PERCENT && (this.#lateness?.overall?.p99 ?? 0) > LATENESS_LIMIT_MS;
  }
}

/** Of a process that has not started any work. */
export const IDLE_GENERATOR: GeneratorHealth = { cpuPercent: null, latenessMs: null, limited: false };

function read(clock: Clock): Reading {
  const { user, system } = process.cpuUsage();
  return { at: clock.now(), cpu: user + system, waited: readRunDelayMs(process.pid) * 1e3 };
}

function percentBetween(from: Reading, to: Reading, of: 'cpu' | 'waited'): Percent | null {
  return to.at > from.at ? (100 * (to[of] - from[of])) / (to.at - from.at) : null;
}
