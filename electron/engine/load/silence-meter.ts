import type { Microseconds } from '../../../shared/base/units.ts';
import {
  type Liveness,
  MOST_OPEN_STREAMS,
  MOST_SILENCES,
  SHORTEST_SILENCE,
  type Silence,
  silentUs,
} from '../../../shared/model/silence.ts';
import type { Ending } from './end-wait.ts';

/** What is in flight now. */
export interface InFlight {
  readonly count: number;
  /** When the oldest of it was sent; Infinity: nothing is. */
  readonly oldestStart: Microseconds;
}

/** One process has gaps while others get responses: it keeps more of them, so that merging loses none of the long silences. */
const MOST_GAPS = 8 * MOST_SILENCES;

/** The gaps of a load process, in the order of time, whether or not anything was in flight. */
export interface Gaps {
  readonly gaps: readonly Silence[];
  /** When its share of the load ended. */
  readonly until: Microseconds;
  /** How many shorter gaps were left out. */
  readonly leftOut: number;
}

/** What a load process says of its run when that is over; times since time 0. */
export interface SignsOfLife extends Gaps, Ending {}

/** Notes the times in which no byte of any response arrives. */
export class SilenceMeter {
  readonly #inFlight: () => InFlight;
  readonly #origin: Microseconds;
  readonly #unreadSince: (now: Microseconds) => Microseconds | null;
  /** When the oldest request was sent that has failed since the last byte. */
  #oldestLost: Microseconds = Infinity;
  #last: Microseconds;
  /** When the measured phase ended; null: it goes on. */
  #until: Microseconds | null = null;
  /** The gap that the end of the phase closed, until it is known whether something that came before the end is read after it. */
  #atEnd: Silence | null = null;
  #gaps: Silence[] = [];
  #leftOut = 0;

  /**
   * `origin`: time 0; `inFlight`: asked for at the end of a gap, which is seldom. `unreadSince`: since when what is read now may have come, as this
   * process did not run; null: now. A byte that is read then ends the silence there.
   */
  constructor(origin: Microseconds, inFlight: () => InFlight, unreadSince: (now: Microseconds) => Microseconds | null = () => null) {
    this.#unreadSince = unreadSince;
    this.#origin = origin;
    this.#last = origin;
    this.#inFlight = inFlight;
  }

  /** A byte of a response has arrived. Called for every piece that is read, so it only compares. */
  progressed(now: Microseconds): void {
    if (this.#atEnd !== null) this.#settleEnd(now);
    if (now - this.#last >= SHORTEST_SILENCE) this.#note(now);
    this.#last = now;
    this.#oldestLost = Infinity;
  }

  /** A request that was sent at `start` has ended without a response. */
  lost(start: Microseconds): void {
    if (start < this.#oldestLost) this.#oldestLost = start;
  }

  /** The measured phase is over; later bytes are not noted. */
  end(at: Microseconds): void {
    if (this.#until !== null) return;
    if (this.#atEnd !== null) this.#settleEnd(at);
    if (at - this.#last >= SHORTEST_SILENCE) this.#atEnd = this.#add(at);
    this.#until = at;
  }

  /** The phase goes on after all; gaps noted so far are kept. */
  goOn(): void {
    this.#last = this.#until ?? this.#last;
    this.#until = null;
  }

  /** `now`: until when responses were read. */
  result(now: Microseconds): Gaps {
    if (this.#atEnd !== null) this.#settleEnd(now);
    this.#keepLongest(MOST_GAPS);
    return { gaps: this.#gaps, until: (this.#until ?? this.#last) - this.#origin, leftOut: this.#leftOut };
  }

  #note(end: Microseconds): void {
    const to = Math.min(end, this.#unreadSince(end) ?? end);
    if (this.#until === null && to - this.#last >= SHORTEST_SILENCE) this.#add(to);
  }

  /**
   * What is read first after the phase may have come before its end. If nothing is read, though this process runs again, nothing came: a server that
   * stopped is known to have, even if this process did not run at the very end of the phase.
   */
  #settleEnd(now: Microseconds): void {
    const gap = this.#atEnd!;
    this.#atEnd = null;
    const to = (this.#unreadSince(now) ?? now) - this.#origin;
    // Among very many gaps it may be left out.
    const index = this.#gaps.indexOf(gap);
    if (to < gap.to && index >= 0) this.#gaps.splice(index, 1, ...(to - gap.from < SHORTEST_SILENCE ? [] : [{ ...gap, to }]));
  }

  #add(to: Microseconds): Silence {
    const { count, oldestStart } = this.#inFlight();
    const oldest = Math.min(oldestStart, this.#oldestLost);
    const gap = { from: this.#last - this.#origin, to: to - this.#origin, inFlight: count, oldestStart: oldest - this.#origin };
    this.#gaps.push(gap);
    if (this.#gaps.length >= 2 * MOST_GAPS) this.#keepLongest(MOST_GAPS);
    return gap;
  }

  #keepLongest(most: number): void {
    const kept = longest(this.#gaps, most, ({ from, to }) => to - from);
    this.#leftOut += this.#gaps.length - kept.length;
    this.#gaps = kept;
  }
}

/** Of all load processes of a run. */
export function joinSigns(all: readonly SignsOfLife[], knowsUnanswered = true): Liveness {
  const streams = all.flatMap((one) => one.streams);
  return {
    ...mergeGaps(all),
    waited: Math.max(0, ...all.map(({ waited }) => waited)),
    streams: streams.slice(0, MOST_OPEN_STREAMS),
    streamsLeftOut: Math.max(0, streams.length - MOST_OPEN_STREAMS),
    knowsUnanswered,
  };
}

/** The silences of a run: the times in which all of its load processes have a gap. */
export function mergeGaps(all: readonly Gaps[]): { silences: Silence[]; silencesLeftOut: number } {
  const end = Math.max(...all.map(({ until }) => until));
  const common = all.map((one) => extendTo(one, end)).reduce(intersect);
  const silent = common.filter((one) => silentUs(one) >= SHORTEST_SILENCE);
  const silences = longest(silent, MOST_SILENCES, silentUs);
  const letGo = all.reduce((sum, { leftOut }) => sum + leftOut, 0);
  return { silences, silencesLeftOut: silent.length - silences.length + letGo };
}

/** A process that has finished its part is silent from then on. */
function extendTo({ gaps, until }: Gaps, end: Microseconds): readonly Silence[] {
  if (until === end) return gaps;
  const last = gaps.at(-1);
  if (last !== undefined && last.to === until) return [...gaps.slice(0, -1), { ...last, to: end }];
  return [...gaps, { from: until, to: end, inFlight: 0, oldestStart: Infinity }];
}

/** Both in the order of time, none of a list overlapping another of it. */
function intersect(some: readonly Silence[], others: readonly Silence[]): readonly Silence[] {
  const both: Silence[] = [];
  for (let i = 0, j = 0; i < some.length && j < others.length; ) {
    const [a, b] = [some[i]!, others[j]!];
    const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
    if (from < to) both.push({ from, to, inFlight: a.inFlight + b.inFlight, oldestStart: Math.min(a.oldestStart, b.oldestStart) });
    if (a.to < b.to) i++;
    else j++;
  }
  return both;
}

function longest(gaps: readonly Silence[], most: number, lengthOf: (gap: Silence) => Microseconds): Silence[] {
  if (gaps.length <= most) return [...gaps];
  const shortest = gaps.map(lengthOf).sort((a, b) => b - a)[most - 1]!;
  // The first of equally long ones.
  let room = most - gaps.filter((one) => lengthOf(one) > shortest).length;
  return gaps.filter((one) => lengthOf(one) > shortest || (lengthOf(one) === shortest && room-- > 0));
}
