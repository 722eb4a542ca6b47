/**
 * One connection of the program to another server: what was asked on it, when that was answered, and for which request.
 *
 *   write                    an exchange begins: a statement, a command, or bytes of a protocol that is not read
 *   read ... who continues   it ends; it was of the request that goes on right after the reply has been read, before the next callback of the event loop
 *
 * In whose context it was written says little: a pool writes the next query while it takes the connection back from another request.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { RequestInWork } from '../requests/work.ts';
import { type Asked, lineOf, numberOf, type Owner, ownerOf } from './exchange-owner.ts';
import { type Reader, readerOf } from './protocols.ts';
import { NO_OWNER, NO_REPLY, type STILL_OPEN, UNKNOWN_LINE, UNKNOWN_OWNER } from './wait-ring.ts';

/** Exchanges without a reply: then this is no protocol that has one. */
const MOST_OPEN = 10_000;

export interface EndedExchange {
  readonly kind: 'query' | 'socket';
  readonly scheme: string;
  readonly name: string;
  readonly start: Microseconds;
  readonly end: Microseconds;
  readonly line: Microseconds;
  readonly request: number;
  /** 0: it has had a reply; otherwise NO_REPLY or STILL_OPEN, and it ended when the connection was closed, or with the recording. */
  readonly status: number;
}

interface Exchange extends Asked {
  readonly name: string;
  /** Which of the writes on the connection it came with. */
  readonly written: number;
  /** The callback in which it was written; 0: in none of this connection. */
  readonly writtenIn: number;
  /** Those of that callback are known when it is over. */
  before: readonly number[];
  /** The last callback in which something was read for it, and when that was; 0: none yet. */
  readIn: number;
  readAt: Microseconds;
  /** Several have written meanwhile: whose reply it is cannot be told. */
  isMixed: boolean;
}

export class Wire {
  private reader: Reader | null = null;
  private isKnown = false;
  /** It is not to be observed. */
  isIgnored = false;
  private readonly open: Exchange[] = [];
  /** Answered in the callback that goes on. */
  private answered: Exchange[] = [];
  /** Number of the callback of the connection; callbacks are numbered from 1. */
  private callback = 0;
  private isInCallback = false;
  private lastRead: Microseconds = Number.NEGATIVE_INFINITY;
  /** Who had the last replies, and in which callback; 0: nobody yet. */
  private served: number[] = [];
  private servedIn = 0;
  private writes = 0;
  private time: Microseconds = 0;
  private by: number = NO_OWNER;
  private idleSince: Microseconds = Number.NaN;
  /** When the first bytes of what is being asked were written, and in whose context. */
  private begunAt = Number.NaN;
  private begunBy: number = NO_OWNER;
  /** So much had been read on it before the callback that goes on. */
  private bytes: number;

  /** `bytesRead`: how much has been read on the connection; null: not known, and then each callback has read something. */
  constructor(
    private readonly onEnd: (one: EndedExchange) => void,
    private readonly bytesRead: () => number | null = () => null,
  ) {
    this.bytes = bytesRead() ?? 0;
  }

  /** Whether bytes that are read are to be shown. */
  get wantsBytes(): boolean {
    return !this.isIgnored && this.reader !== null;
  }

  /** `idleSince`: since when the request `by` had not run before the callback that goes on; NaN: it did not go on in it. */
  wrote(chunks: readonly Uint8Array[], time: Microseconds, by: number, idleSince: Microseconds): void {
    if (this.isIgnored || chunks.length === 0) return;
    if (!this.isKnown) this.recognize(chunks);
    if (this.isIgnored) return;
    this.writes += 1;
    this.time = time;
    this.by = by;
    this.idleSince = idleSince;
    if (this.reader === null) {
      this.writeUnknown();
      return;
    }
    if (Number.isNaN(this.begunAt)) [this.begunAt, this.begunBy] = [time, by];
    for (const chunk of chunks) this.reader.wrote(chunk);
    // What opens or closes something is no part of what is asked next.
    if (!this.reader.isInside()) this.begunAt = Number.NaN;
  }

  /** A callback of the connection begins. */
  beginCallback(time: Microseconds): void {
    this.callback += 1;
    this.isInCallback = true;
    this.lastRead = time;
    if (this.reader?.countsReplies) return;
    const hasRead = this.hasRead();
    const [first] = this.open;
    // That the other end has closed the connection is no reply, but may be the end of one.
    if (first === undefined || (!hasRead && first.readIn === 0)) return;
    first.readIn = this.callback;
    first.readAt = time;
  }

  /** Since the callback before. */
  private hasRead(): boolean {
    const { bytes } = this;
    const now = this.bytesRead();
    if (now !== null) this.bytes = now;
    return now === null || now > bytes;
  }

  read(bytes: Uint8Array): void {
    if (!this.isIgnored) this.reader?.read(bytes);
  }

  /** It is over, with what followed it: these have gone on, in this order. `isElseFirst`: before them somebody who is no request. */
  endCallback(asking: readonly RequestInWork[], isElseFirst: boolean, hasElse: boolean): void {
    this.isInCallback = false;
    if (this.isIgnored) return;
    const isFollowed = asking.length > 0 || hasElse;
    const [first] = this.open;
    if (first !== undefined && isFollowed && first.readIn === this.callback && !this.reader?.countsReplies) {
      this.open.shift();
      this.answered.push(first);
    }
    const { answered } = this;
    // Of several commands that were written at once only some have been answered, and their replies may be given out together.
    const isPart = this.open.length > 0 && this.open[0]!.written === answered.at(-1)?.written;
    if (answered.length > 0 && (isFollowed || !isPart)) {
      this.answered = [];
      answered.forEach((one, place) => {
        this.end(one, ownerOf(one, place, answered.length, asking, isElseFirst, hasElse));
      });
    }
    const before = this.servedIn === this.callback ? this.served : [];
    for (const one of this.open) if (one.writtenIn === this.callback) one.before = before;
  }

  /** What has been answered, as far as is known, though nobody has gone on. */
  flush(): void {
    this.settle();
    for (const one of this.answered.splice(0)) this.end(one, null);
  }

  /** The connection is closed: what has no reply gets none. */
  close(time: Microseconds): void {
    this.settle();
    if (!this.isInCallback) this.flush();
    this.tellOpen(time, NO_REPLY);
    this.open.length = 0;
  }

  /**
   * What has no reply yet. Whose it is would be known from that: who wrote it says little, unless that was nobody. What is written in a protocol that is not
   * read may want no reply, where none has ever come.
   */
  tellOpen(time: Microseconds, status: typeof NO_REPLY | typeof STILL_OPEN): void {
    if (this.reader === null && !this.bytesRead()) return;
    for (const { name, start, by } of this.open)
      this.tell({ name, start, end: Math.max(start, time), line: UNKNOWN_LINE, request: by === NO_OWNER ? by : UNKNOWN_OWNER, status });
  }

  /** What has been read for the first one is taken for its reply. */
  private settle(): void {
    const [first] = this.open;
    if (first !== undefined && first.readIn > 0) this.answered.push(this.open.shift()!);
  }

  /** Whether something has been asked that is not over. */
  get isBusy(): boolean {
    return this.open.length > 0 || this.answered.length > 0;
  }

  private recognize(chunks: readonly Uint8Array[]): void {
    this.isKnown = true;
    const reader = readerOf(chunks, {
      begin: (name) => this.begin(name),
      answer: () => this.answer(),
      goOn: () => this.goOn(),
      giveUp: () => this.giveUp(),
    });
    if (reader === 'http') this.isIgnored = true;
    else this.reader = reader;
  }

  private begin(name: string): void {
    if (!this.reader?.countsReplies) this.passOver();
    const isLater = !Number.isNaN(this.begunAt);
    const start = isLater ? this.begunAt : this.time;
    this.begunAt = Number.NaN;
    if (this.open.length >= MOST_OPEN) {
      this.giveUp();
      return;
    }
    this.open.push({
      name,
      start,
      by: isLater ? this.begunBy : this.by,
      written: this.writes,
      writtenIn: this.isInCallback ? this.callback : 0,
      idleSince: this.isInCallback ? this.idleSince : Number.NaN,
      before: this.served,
      readIn: 0,
      readAt: 0,
      isFirst: this.servedIn === 0,
      isMixed: false,
    });
  }

  /** Bytes of a protocol that is not read: what is written before a reply belongs to one exchange. */
  private writeUnknown(): void {
    const [first] = this.open;
    if (first === undefined || first.readIn > 0) this.begin('');
    else first.isMixed ||= first.by !== this.by;
  }

  /** The same is asked further. False: it has been answered. */
  private goOn(): boolean {
    const [first] = this.open;
    if (first === undefined || !this.isInCallback || first.readIn !== this.callback) return false;
    first.readIn = 0;
    this.begunAt = Number.NaN;
    return true;
  }

  /** Something else is asked, so that what was asked before has been answered. */
  private passOver(): void {
    const first = this.open.shift();
    if (first === undefined) return;
    if (first.readIn === this.callback && this.isInCallback) this.answered.push(first);
    // Nobody has gone on after it.
    else if (first.readIn > 0) this.end(first, null);
  }

  /** The protocol says that the first one has been answered. */
  private answer(): void {
    const first = this.open.shift();
    if (first === undefined) return;
    first.readIn = this.callback;
    first.readAt = this.lastRead;
    this.answered.push(first);
  }

  private end(one: Exchange, owner: Owner): void {
    const request = numberOf(owner);
    this.tell({ name: one.name, start: one.start, end: Math.max(one.start, one.readAt), line: lineOf(one, owner), request, status: 0 });
    if (this.servedIn !== this.callback) this.served = [];
    this.served.push(request);
    this.servedIn = this.callback;
  }

  private tell({ name, start, end, line, request, status }: Omit<EndedExchange, 'kind' | 'scheme'>): void {
    const { reader } = this;
    this.onEnd({ kind: reader === null ? 'socket' : 'query', scheme: reader?.scheme ?? 'tcp', name, start, end, line, request, status });
  }

  /** What is read on it does not show what is asked and answered. */
  giveUp(): void {
    this.isIgnored = true;
    this.open.length = 0;
    this.answered = [];
  }
}
