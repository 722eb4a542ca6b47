/**
 * Schedules as people write them, and what stands where that is none:
 *
 *   10/s for 20s, 10/s..170/s over 10s, pause 5s, 3x(50/s for 2s, 300/min for 1min)
 */

import type { PerSecond, Seconds } from '../../base/units.ts';
import { type Figure, type Said, say } from '../../words/said.ts';
import { MOST_ROWS } from '../run.ts';
import { type Phase, peakOf, Schedule } from './schedule.ts';

export type ReadSchedule =
  | { readonly ok: true; readonly schedule: Schedule }
  /** `at`: the character at which it is not one, from 0. */
  | { readonly ok: false; readonly at: number; readonly says: Said };

/** Of all tables there is one row for each. */
const MOST_PHASES = 1_000;
const MOST_PER_SECOND: PerSecond = 100_000;
const LONGEST: Seconds = 86_400;

export function readSchedule(text: string): ReadSchedule {
  const reader = new Reader(text);
  try {
    const phases = reader.phases();
    if (!reader.isAtEnd) throw new Mistake(reader.at, say('schedule.expectNext'));
    const schedule = scheduleOf(phases);
    return schedule instanceof Schedule ? { ok: true, schedule } : { ok: false, at: 0, says: schedule };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const rest = text.slice(error.at, error.at + SHOWN);
    const found = rest === '' ? say('schedule.foundEnd') : say('schedule.found', { text: rest });
    return { ok: false, at: error.at, says: say('schedule.notOne', { at: error.at + 1, found, expected: error.expected }) };
  }
}

/** Of the text at a mistake. */
const SHOWN = 20;

function scheduleOf(phases: readonly Phase[]): Schedule | Said {
  const fastest = peakOf(phases);
  if (fastest > MOST_PER_SECOND) return say('schedule.tooFast', { most: count(MOST_PER_SECOND) });
  if (phases.reduce((sum, { seconds }) => sum + seconds, 0) > LONGEST) return say('schedule.tooLong', { hours: LONGEST / 3_600 });
  const schedule = new Schedule(phases);
  if (schedule.total > MOST_ROWS) return say('schedule.tooMany', { most: count(MOST_ROWS) });
  return schedule.total === 0 ? say('schedule.nobody') : schedule;
}

class Mistake extends Error {
  constructor(
    readonly at: number,
    readonly expected: Said,
  ) {
    super();
  }
}

const NUMBER = /\d+(?:\.\d+)?|\.\d+/y;
const PER = /\/\s*(s|sec|second|min|m|minute|h|hour)\b/iy;
const UNIT = /(ms|sec|seconds?|s|min|minutes?|m|hours?|h)\b/iy;
const TIMES = /(\d+)\s*[x*×]\s*\(/iy;

/** How many seconds a unit of time has, by its first letters. */
function secondsOf(unit: string): Seconds {
  if (unit === 'ms') return 0.001;
  return unit.startsWith('h') ? 3_600 : unit.startsWith('m') ? 60 : 1;
}

class Reader {
  at = 0;

  constructor(private readonly text: string) {
    this.skipSpace();
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  phases(): Phase[] {
    const phases: Phase[] = [];
    do {
      phases.push(...this.item());
      if (phases.length > MOST_PHASES) throw new Mistake(this.at, say('schedule.expectFewer', { most: count(MOST_PHASES) }));
    } while (this.take(/,/y));
    return phases;
  }

  private item(): Phase[] {
    const start = this.at;
    const times = this.take(TIMES);
    if (times === null) return [this.take(/pause\b/iy) ? this.pause() : this.rates()];
    const inner = this.phases();
    if (!this.take(/\)/y)) throw new Mistake(this.at, say('schedule.expectClose'));
    const repeated = Number(times[1]);
    if (repeated < 1 || repeated * inner.length > MOST_PHASES)
      throw new Mistake(start, say('schedule.expectFewer', { most: count(MOST_PHASES) }));
    return Array.from({ length: repeated }, () => inner).flat();
  }

  private pause(): Phase {
    this.take(/for\b/iy);
    return { from: 0, to: 0, seconds: this.duration() };
  }

  private rates(): Phase {
    const from = this.number(say('schedule.expectRate'));
    const per = this.take(PER);
    if (!this.take(/\.\.|→|->|\bto\b/iy)) {
      if (per === null) throw new Mistake(this.at, say('schedule.expectPer'));
      this.take(/(for|over|in)\b/iy);
      const rate = perSecond(from, per);
      return { from: rate, to: rate, seconds: this.duration() };
    }
    const to = this.number(say('schedule.expectRate'));
    const perTo = this.take(PER);
    if (perTo === null) throw new Mistake(this.at, say('schedule.expectPer'));
    this.take(/(over|for|in)\b/iy);
    return { from: perSecond(from, per ?? perTo), to: perSecond(to, perTo), seconds: this.duration() };
  }

  private duration(): Seconds {
    const start = this.at;
    const number = this.number(say('schedule.expectTime'));
    const unit = this.take(UNIT);
    const seconds = Math.round(number * 1_000 * secondsOf(unit?.[1]?.toLowerCase() ?? 's')) / 1_000;
    if (seconds <= 0) throw new Mistake(start, say('schedule.expectTime'));
    return seconds;
  }

  private number(expected: Said): number {
    const found = this.take(NUMBER);
    if (found === null) throw new Mistake(this.at, expected);
    return Number(found[0]);
  }

  /** What stands here, and the space behind it; null: something else does. */
  private take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found !== null) {
      this.at += found[0].length;
      this.skipSpace();
    }
    return found;
  }

  private skipSpace(): void {
    while (this.at < this.text.length && /\s/.test(this.text[this.at]!)) this.at++;
  }
}

function perSecond(count: number, per: RegExpExecArray): PerSecond {
  return count / secondsOf(per[1]!.toLowerCase());
}

function count(figure: number): Figure {
  return { figure, as: 'count' };
}
