import type { Microseconds } from '../../../shared/base/units.ts';
import type { EventTimes, OpenStream } from '../../../shared/model/silence.ts';

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;

/** Counts the events of text/event-stream: a blank line ends each, and lines that begin with a colon are comments (HTML Standard, 9.2.6). */
export class EventCounter {
  count = 0;
  #firstAt: Microseconds = 0;
  #lastAt: Microseconds = 0;
  #withFirst = 0;
  #isAfterCr = false;
  /** First character of the current line; 0: the line is empty so far. */
  #first = 0;
  #hasFields = false;

  /** `now`: when this piece has come. */
  read(chunk: Uint8Array, from: number, to: number, now: Microseconds): void {
    const before = this.count;
    for (let at = from; at < to; at++) {
      const code = chunk[at]!;
      if (code !== LF && code !== CR) this.#first ||= code;
      else if (code === CR || !this.#isAfterCr) this.#lineEnds();
      this.#isAfterCr = code === CR;
    }
    if (this.count === before) return;
    if (before === 0) this.#firstAt = now;
    if (now === this.#firstAt) this.#withFirst = this.count;
    this.#lastAt = now;
  }

  /** Of a stream that was asked for at `start`. */
  since(start: Microseconds): Pick<OpenStream, 'events' | 'eventTimes'> {
    if (this.count === 0) return { events: 0 };
    const eventTimes: EventTimes = { first: this.#firstAt - start, last: this.#lastAt - start, withFirst: this.#withFirst };
    return { events: this.count, eventTimes };
  }

  #lineEnds(): void {
    if (this.#first === 0) {
      if (this.#hasFields) this.count++;
      this.#hasFields = false;
    } else if (this.#first !== COLON) this.#hasFields = true;
    this.#first = 0;
  }
}

/** `events`: null where it is no event stream. */
export function streamOf(start: Microseconds, firstByte: Microseconds, events: EventCounter | null): OpenStream {
  return events === null
    ? { kind: 'other', start, firstByte, events: 0 }
    : { kind: 'event-stream', start, firstByte, ...events.since(start) };
}
