/**
 * One port to a worker thread: what was posted on it, when a message came back, and for which request.
 *
 *   post                        a message is under way
 *   message ... who continues   it is answered; it was of the request that goes on right after the message, before the next callback of the event loop
 *
 * Ports have no protocol: which of several messages has been answered is known only if whoever goes on has posted it, and a message after which nobody
 * goes on is no reply.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { RequestInWork, Work } from '../requests/work.ts';
import { type Asked, isOfRequest, lineOf, numberOf, type Owner, ownerOf } from './exchange-owner.ts';
import { NO_OWNER, UNKNOWN_OWNER } from './wait-ring.ts';

/** Messages that want no reply are among them: those before it are forgotten. */
const MOST_OPEN = 1_000;

export interface AnsweredMessage {
  readonly start: Microseconds;
  readonly end: Microseconds;
  readonly line: Microseconds;
  readonly request: number;
}

/** One that has come back. */
export interface ReadMessage {
  readonly time: Microseconds;
  /** How many had been posted by then: it is no reply to what is posted later. */
  readonly posts: number;
}

interface Posted extends Asked {
  /** Which of all that are posted, from 1. */
  readonly nth: number;
  /** In whose context it was posted. */
  readonly work: Pick<Work, 'isEnded'> | null;
  /** The callback in which it was posted; 0: in none of this port. */
  readonly postedIn: number;
  before: readonly number[];
}

export class ThreadMessages {
  private open: Posted[] = [];
  /** Number of the callback of the port; callbacks are numbered from 1. */
  private callback = 0;
  private isInCallback = false;
  /** How many were ever posted. */
  private posts = 0;
  private read: ReadMessage = { time: 0, posts: 0 };
  /** Whom the port has served last. */
  private served: readonly number[] = [];

  /** `rests`: how often they had not been looked at before. */
  constructor(
    private readonly onEnd: (one: AnsweredMessage) => void,
    readonly rests = 0,
  ) {}

  /** `by`, `work`: in whose context. `idleSince`: since when it had not run before the callback that goes on; NaN: it did not go on in it. */
  posted(start: Microseconds, by: number, work: Posted['work'], idleSince: Microseconds): void {
    if (this.open.length >= MOST_OPEN) this.open.shift();
    this.open.push({
      ...{ nth: ++this.posts, start, by, work, before: this.served, isFirst: this.served.length === 0 },
      postedIn: this.isInCallback ? this.callback : 0,
      idleSince: this.isInCallback ? idleSince : Number.NaN,
    });
  }

  /** A message is read. */
  beginCallback(time: Microseconds): void {
    this.callback += 1;
    this.isInCallback = true;
    this.read = this.readNow(time);
  }

  readNow(time: Microseconds): ReadMessage {
    return { time, posts: this.posts };
  }

  /** It is over, with what followed it: these have gone on, in this order. */
  endCallback(asking: readonly RequestInWork[], isElseFirst: boolean, hasElse: boolean): void {
    this.isInCallback = false;
    const earlier = this.served;
    if (asking.length > 0 || hasElse) this.answer(this.read, ownerOf({ isMixed: false }, 0, 1, asking, isElseFirst, hasElse));
    const before = this.served === earlier ? [] : this.served;
    for (const one of this.open) if (one.postedIn === this.callback) one.before = before;
  }

  /** It has come, and `owner` goes on. */
  answer({ time, posts }: ReadMessage, owner: Owner): void {
    const posted = this.open.filter(({ nth }) => nth <= posts);
    if (owner === 'none') {
      this.answerNobody(posted, time);
      return;
    }
    const own = owner === null ? undefined : posted.find(({ by }) => by === owner.request);
    const handed = posted.filter(isHanded);
    if (own !== undefined) this.end(own, time, owner);
    else if (handed.length === 1 && (owner !== null || posted.length === 1)) this.end(handed[0]!, time, owner);
    else if (owner === null && posted.length === 1) this.end(posted[0]!, time, posted[0]!.by === NO_OWNER ? 'none' : null);
    // One of these has been answered, and they are told by nothing.
    else this.open = this.open.filter((one) => !handed.includes(one));
  }

  private answerNobody(posted: readonly Posted[], time: Microseconds): void {
    const found =
      posted.find(({ by, work }) => by === NO_OWNER || work?.isEnded) ?? (posted.length === 1 ? posted.find(isHanded) : undefined);
    if (found !== undefined) this.end(found, time, 'none');
  }

  private end(posted: Posted, time: Microseconds, owner: Owner): void {
    this.open.splice(this.open.indexOf(posted), 1);
    const request = numberOf(owner);
    this.served = [request];
    this.onEnd({ start: posted.start, end: Math.max(posted.start, time), line: lineOf(posted, owner), request });
  }
}

/** It may be of another request than the one in whose context it was posted: a pool did that, or that one had just had its reply. */
function isHanded({ by, before }: Posted): boolean {
  return by === UNKNOWN_OWNER || (isOfRequest(by) && before.includes(by));
}
