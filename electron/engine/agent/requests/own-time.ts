/**
 * What telling requests apart costs the program, measured once, in the second second of its requests: how much of the time of the main thread our functions
 * take, of which every few calls are timed.
 */
import type { Microseconds, Percent } from '../../../../shared/base/units.ts';
import type { MOST_COST_PERCENT } from '../../../../shared/model/served.ts';
import { clockUs } from '../hrtime.ts';
import type { CallbackObserver } from './async-context.ts';

/** Before, functions run that V8 has not compiled yet: the program's as well as ours. */
const SETTLES_AFTER_US: Microseconds = 1_000_000;
const MEASURES_US: Microseconds = 500_000;
/** Of less it is no figure that one could act on. */
const LEAST_CPU_US: Microseconds = 100_000;
/** A prime, as requests are alike: of those that call ours eight times each eighth would be the same one. */
const TIMED_EACH = 7;
/** A function of ours takes a microsecond or two. In one that takes longer than this the thread had no core, or V8 collected garbage. */
const MOST_OF_ONE_US: Microseconds = 100;
/**
 * What is not timed costs as much again: what Node and V8 do to call our functions, and those that see what sockets write and read. With everything switched on
 * and off every 90 ms in one process, a page that asks a database three times took 1.7 to 2.1 times what was measured in our functions (Node 20 and 24).
 */
const WITH_UNTIMED = 2;
const TRIALS = 100;
/** As in shared/model/served.ts, of which the agent has only the types. */
const MOST_PERCENT: typeof MOST_COST_PERCENT = 1_000;

export interface CostOfOurs {
  /** Of the time of the main thread. */
  readonly timePercent: Percent;
  /** Of the CPU time that it used. */
  readonly cpuPercent: Percent;
}

export class OwnTime {
  /** Whether calls are timed now. */
  private isMeasuring = false;
  private beganAt: Microseconds = 0;
  private until: Microseconds = Number.POSITIVE_INFINITY;
  private calls = 0;
  private ownUs: Microseconds = 0;
  private startedAt: Microseconds = 0;
  private cpuUs: Microseconds = 0;
  private clockCostUs: Microseconds = 0;

  /** `onMeasured`: called once. `readCpuUs`: CPU time of the main thread so far. */
  constructor(
    private readonly onMeasured: (cost: CostOfOurs, time: Microseconds) => void,
    private readonly readCpuUs: () => Microseconds,
    private readonly now = clockUs,
  ) {}

  /** Of a function of ours. */
  time(call: () => void): void {
    if (!this.isMeasuring || this.calls++ % TIMED_EACH !== 0) {
      call();
      return;
    }
    const begun = this.now();
    call();
    const took = this.now() - begun - this.clockCostUs;
    if (took > 0 && took < MOST_OF_ONE_US) this.ownUs += took;
  }

  /** A request begins or ends. */
  requestAt(time: Microseconds): void {
    if (this.beganAt === 0) {
      this.beganAt = time;
      this.until = time + SETTLES_AFTER_US;
    }
    if (time < this.until) return;
    if (!this.isMeasuring) this.start(time);
    else this.judge(time);
  }

  private start(time: Microseconds): void {
    const { now } = this;
    const between = Array.from({ length: TRIALS }, () => {
      const begun = now();
      return now() - begun;
    });
    this.clockCostUs = between.sort((a, b) => a - b)[TRIALS >> 1]!;
    this.cpuUs = this.readCpuUs();
    this.startedAt = time;
    this.isMeasuring = true;
    this.until = time + MEASURES_US;
  }

  private judge(time: Microseconds): void {
    const usedUs = this.readCpuUs() - this.cpuUs;
    if (usedUs < LEAST_CPU_US) {
      this.until = time + MEASURES_US;
      return;
    }
    this.isMeasuring = false;
    this.until = Number.POSITIVE_INFINITY;
    const ofUs = (us: Microseconds): Percent => Math.min(MOST_PERCENT, (100 * WITH_UNTIMED * TIMED_EACH * this.ownUs) / us);
    this.onMeasured({ timePercent: ofUs(time - this.startedAt), cpuPercent: ofUs(usedUs) }, time);
  }
}

/** `observer`, its functions timed. */
export function timed(observer: CallbackObserver, own: OwnTime): CallbackObserver {
  const around =
    <Given extends unknown[]>(call: (...given: Given) => void) =>
    (...given: Given): void =>
      own.time(() => call(...given));
  return {
    before: around((resource: object) => observer.before(resource)),
    after: around(() => observer.after()),
    beforePromise: around(() => observer.beforePromise()),
    afterPromise: around(() => observer.afterPromise()),
    ...(observer.init && { init: around(observer.init) }),
  };
}
