/**
 * One connection of the program to another server, of which only sums are wanted: when something was asked, and when the reply had been read. Whose it was is
 * told by wire.ts, at a higher price.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import { type Reader, readerOf } from './protocols.ts';

/** Asked without a reply: then this is no protocol that has one. */
const MOST_OPEN = 10_000;

/** `idle`: how long the event loop had nothing to do meanwhile. `scheme` null: the protocol is not read. */
export type OnExchange = (scheme: string | null, progress: Microseconds, idle: Microseconds) => void;

export class PeerWire {
  /** It is not to be observed. */
  isIgnored = false;
  private reader: Reader | null = null;
  private isKnown = false;
  /** Of what has been asked and is not over: when, and how long the event loop had been idle by then. */
  private readonly asked: Microseconds[] = [];
  private readonly idleBefore: Microseconds[] = [];
  /** The last time that something was read for what was asked last; NaN: not yet. */
  private readAt: Microseconds = Number.NaN;
  private idleAtRead: Microseconds = 0;
  /** When the first bytes of what is being asked were written; NaN: it begins with what is being written. */
  private begunAt: Microseconds = Number.NaN;
  private time: Microseconds = 0;
  private idle: Microseconds = 0;

  constructor(private readonly onEnd: OnExchange) {}

  /** Whether what is written matters, and not only that something is. */
  get wantsBytes(): boolean {
    return !this.isKnown || this.reader !== null;
  }

  /** `idle`: how long the event loop has been idle by now. */
  wrote(chunks: readonly Uint8Array[], time: Microseconds, idle: Microseconds): void {
    if (!this.isKnown) this.recognize(chunks);
    if (this.isIgnored) return;
    this.time = time;
    this.idle = idle;
    const { reader } = this;
    if (reader === null) {
      // What is written before a reply belongs to one exchange.
      if (this.asked.length === 0 || !Number.isNaN(this.readAt)) this.begin();
      return;
    }
    if (Number.isNaN(this.begunAt)) this.begunAt = time;
    for (const chunk of chunks) reader.wrote(chunk);
    // What opens or closes something is no part of what is asked next.
    if (!reader.isInside()) this.begunAt = Number.NaN;
  }

  read(bytes: Uint8Array, time: Microseconds, idle: Microseconds): void {
    if (this.isIgnored) return;
    this.time = time;
    this.idle = idle;
    if (this.reader !== null) this.reader.read(bytes);
    this.readAt = time;
    this.idleAtRead = idle;
  }

  giveUp(): void {
    this.isIgnored = true;
    this.asked.length = 0;
    this.idleBefore.length = 0;
  }

  private recognize(chunks: readonly Uint8Array[]): void {
    this.isKnown = true;
    const reader = readerOf(chunks, {
      begin: () => this.begin(),
      answer: () => this.end(this.time, this.idle),
      // What is prepared and what is run are two.
      goOn: () => false,
      giveUp: () => this.giveUp(),
    });
    if (reader === 'http') this.isIgnored = true;
    else this.reader = reader;
  }

  private begin(): void {
    // Something else is asked, so that what was asked before has been answered.
    if (!this.reader?.countsReplies && this.asked.length > 0) this.passOver();
    if (this.asked.length >= MOST_OPEN) {
      this.giveUp();
      return;
    }
    this.asked.push(Number.isNaN(this.begunAt) ? this.time : this.begunAt);
    this.idleBefore.push(this.idle);
    this.begunAt = Number.NaN;
    this.readAt = Number.NaN;
  }

  private passOver(): void {
    if (Number.isNaN(this.readAt)) {
      this.asked.pop();
      this.idleBefore.pop();
    } else this.end(this.readAt, this.idleAtRead);
  }

  private end(time: Microseconds, idle: Microseconds): void {
    const start = this.asked.shift();
    if (start === undefined) return;
    this.onEnd(this.reader === null ? null : this.reader.scheme, Math.max(0, time - start), Math.max(0, idle - this.idleBefore.shift()!));
  }
}
