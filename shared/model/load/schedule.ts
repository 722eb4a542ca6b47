/**
 * The arrival times of visitors at a rate, whatever the server does. The rate is a line over time, phase after phase; the k-th visitor arrives
 * when the area under it has reached k:
 *
 *   rate │   ╱│──│          area of a phase = (from + to) / 2 x seconds
 *        │ ╱ 2│34│          what is left of a phase (less than a whole visitor) counts for the next, so that
 *        │╱ 1 │  │56        all arrivals = floor of the whole area
 *        └────┴──┴──► time
 */
import type { Random } from '../../base/statistics/random.ts';
import type { Microseconds, PerSecond, Seconds } from '../../base/units.ts';

/** A stretch of time in which the rate is constant or changes evenly; 0 to 0 is a pause. */
export interface Phase {
  readonly from: PerSecond;
  readonly to: PerSecond;
  readonly seconds: Seconds;
}

/**
 * Areas are summed as whole numbers of this part of a visitor, so that 0.29/s for 100 s are 29 visitors and not 28.99...: rates are exact to a
 * thousandth of a visitor per hour, times to a millisecond, and a triangle is half of that.
 */
const RATE_SCALE = 3_600_000;
const TIME_SCALE = 1_000;
const UNIT = BigInt(2 * RATE_SCALE * TIME_SCALE);

/** The highest rate of all; 0: there is no phase. */
export function peakOf(phases: readonly Phase[]): PerSecond {
  return Math.max(0, ...phases.map(({ from, to }) => Math.max(from, to)));
}

/** The mean rate of the first phase with arrivals; 0: there are none. */
export function usualRateOf(phases: readonly Phase[]): PerSecond {
  const usual = phases.find(({ from, to }) => from + to > 0);
  return usual ? (usual.from + usual.to) / 2 : 0;
}

/** Where a phase lies: in time, and in the order of arrivals. Fractions are apart, because they must not be rounded away beside millions. */
interface Span {
  readonly phase: Phase;
  readonly start: Seconds;
  /** Arrivals before it, as whole and fraction. */
  readonly whole: number;
  readonly fraction: number;
  /** The same at its end. */
  readonly endWhole: number;
  readonly endFraction: number;
}

export class Schedule {
  readonly seconds: Seconds;
  /** How many arrive, evenly spaced. */
  readonly total: number;
  readonly #spans: readonly Span[];

  constructor(readonly phases: readonly Phase[]) {
    const spans: Span[] = [];
    let area = 0n;
    let start = 0;
    for (const phase of phases) {
      const before = area;
      area += areaOf(phase);
      spans.push({
        phase,
        start: start / TIME_SCALE,
        whole: wholeOf(before),
        fraction: fractionOf(before),
        endWhole: wholeOf(area),
        endFraction: fractionOf(area),
      });
      start += Math.round(phase.seconds * TIME_SCALE);
    }
    this.#spans = spans;
    this.total = wholeOf(area);
    this.seconds = start / TIME_SCALE;
  }

  /** When phase `nth` starts; one beyond the last: when all end. */
  startOf(nth: number): Seconds {
    return this.#spans[nth]?.start ?? this.seconds;
  }

  /** The rate at the start and at the end of each phase: a line through all of them is the rate over time. */
  get corners(): readonly { readonly time: Seconds; readonly rate: PerSecond }[] {
    return this.phases.flatMap(({ from, to }, nth) => [
      { time: this.startOf(nth), rate: from },
      { time: this.startOf(nth + 1), rate: to },
    ]);
  }

  /** The area until then: how many have come, evenly spaced. */
  areaUntil(seconds: Seconds): number {
    let area = 0;
    for (const { phase, start, endWhole, endFraction } of this.#spans) {
      const within = seconds - start;
      if (within <= 0) return area;
      const { from, to } = phase;
      if (within < phase.seconds) return area + within * (from + ((to - from) * within) / phase.seconds / 2);
      area = endWhole + endFraction;
    }
    return area;
  }

  /** In which phase the area reaches `arrivals`, searched from phase `from` on; -1: it never does. */
  phaseOf(arrivals: number, from = 0): number {
    for (let nth = from; nth < this.#spans.length; nth++) {
      const { endWhole, endFraction } = this.#spans[nth]!;
      if (arrivals - endWhole <= endFraction) return nth;
    }
    return -1;
  }

  /** When the area reaches `arrivals` within phase `nth`: the inverse of the integral. */
  timeIn(nth: number, arrivals: number): Seconds {
    const { phase, start, whole, fraction } = this.#spans[nth]!;
    const { from, to, seconds } = phase;
    const area = arrivals - whole - fraction;
    if (area <= 0) return start;
    const slope = (to - from) / seconds;
    // This form of the solution loses no digits where the slope is small.
    const after = (2 * area) / (from + Math.sqrt(Math.max(0, from * from + 2 * slope * area)));
    return start + Math.min(after, seconds);
  }

  /** When the area reaches `arrivals`, which need not be a whole number; null: it never does. */
  timeOf(arrivals: number): Seconds | null {
    const nth = this.phaseOf(arrivals);
    return nth === -1 ? null : this.timeIn(nth, arrivals);
  }
}

function areaOf({ from, to, seconds }: Phase): bigint {
  const rates = Math.round(from * RATE_SCALE) + Math.round(to * RATE_SCALE);
  return BigInt(rates) * BigInt(Math.round(seconds * TIME_SCALE));
}

function wholeOf(area: bigint): number {
  return Number(area / UNIT);
}

function fractionOf(area: bigint): number {
  return Number(area % UNIT) / Number(UNIT);
}

/**
 * The arrivals of a schedule one after the other. Evenly spaced, the area grows by one from each to the next; at random (Poisson), by an exponentially distributed
 * step with a mean of one. That is the same as exponential gaps at the rate of each moment, exactly, and draws one number for each arrival.
 */
export class Arrivals {
  /** Of the arrival that `next` went to: since the start of the schedule. */
  at: Microseconds = 0;
  phase = 0;
  #area = 0;

  /** `random`: null for evenly spaced arrivals. */
  constructor(
    private readonly schedule: Schedule,
    private readonly random: Random | null,
  ) {}

  /** Goes to the next arrival; false: there is none. */
  next(): boolean {
    this.#area += this.random === null ? 1 : -Math.log(1 - this.random());
    const phase = this.schedule.phaseOf(this.#area, this.phase);
    if (phase === -1) return false;
    this.phase = phase;
    this.at = this.schedule.timeIn(phase, this.#area) * 1e6;
    return true;
  }
}
