import type { Bytes, Microseconds } from '../../../../shared/base/units.ts';
import { MOST_EXAMINED } from '../../../../shared/model/load/limits.ts';
import { AS_EXPECTED, FIRST_HTTP_STATUS, FIRST_WORTH_NAMING } from '../../../../shared/model/run.ts';
import { UNMET, type Unmet } from '../../../../shared/plan/judge.ts';
import type { Program } from '../../../../shared/plan/program.ts';
import { PlanUser, type Turn as UserTurn } from '../../../../shared/plan/user.ts';
import type { RequestTimes } from '../request-log.ts';
import type { ResponseSource } from '../response-keeper.ts';
import type { Part, Turn } from '../sources/source.ts';
import type { Destination } from '../surroundings.ts';
import { type Message, MessageWriter } from './plan-message.ts';
import { planResponse } from './plan-response.ts';

/** Servers send no longer ones: Node's own clients refuse them. */
const LONGEST_HEAD: Bytes = 16 * 1024;

const NO_BYTES = new Uint8Array(0);

interface Session {
  /** Of the simulated user. */
  readonly number: number;
  readonly user: PlanUser;
  /** The next request of the current pass; null: the pass is over. */
  next: UserTurn | null;
  /** End of the user's think time. */
  free: Microseconds;
  /** Phase in which the user arrived; all requests of the pass belong to it. */
  phase: number;
}

export interface SessionsPlan {
  readonly program: Program;
  /** Origin of the target. */
  readonly target: string;
  readonly keepAlive: boolean;
  /** Where the other origins of the plan are. */
  readonly others?: ReadonlyMap<string, Destination> | undefined;
  readonly seed: number;
  readonly part: Part;
  /** True: each pass is a new user. False: the user of a connection begins again. */
  readonly hasVisitors: boolean;
}

/** The users of a plan, each on the connection it has: what they send next and when, and what they make of the responses. */
export class PlanSessions {
  readonly #plan: SessionsPlan;
  readonly #writer: MessageWriter;
  readonly #sessions = new Map<number, Session>();
  #visitor: number;

  constructor(plan: SessionsPlan) {
    this.#plan = plan;
    this.#writer = new MessageWriter(plan.target, plan.keepAlive, plan.others);
    this.#visitor = plan.part.nth;
  }

  /** The earliest time of the next request on this connection. */
  freeAt(connection: number): Microseconds {
    return this.#sessions.get(connection)?.free ?? -Infinity;
  }

  /** The pass of this connection's user is not over. */
  isAmidst(connection: number): boolean {
    return this.#sessions.get(connection)?.next != null;
  }

  /** Phase of the current pass on this connection. */
  phaseOf(connection: number): number {
    return this.#sessions.get(connection)?.phase ?? 0;
  }

  /** The request of this turn: the next of the pass, which has its own intended start, or the first of another. */
  next(connection: number, turn: Turn, now: Microseconds): Message {
    const session = this.#sessionOf(connection);
    let { next } = session;
    if (next === null) {
      next = session.user.begin(turn.intended);
      session.phase = turn.phase;
    } else turn.intended = Math.min(next.intended, now);
    session.next = null;
    turn.request = next.message.request;
    turn.user = session.number;
    return this.#writer.write(next.message);
  }

  /** How many bytes of the response to this request of the plan are looked at. */
  needsOf(request: number): Bytes {
    const { needs } = this.#plan.program.requests[request]!;
    if (needs.body) return MOST_EXAMINED;
    return needs.headers ? LONGEST_HEAD : 0;
  }

  /** The expectation that was not met, as it is stored in rows. */
  ended({ index, request, intended, bytes }: RequestTimes, end: Microseconds, status: number, source: ResponseSource | null): number {
    const session = this.#sessions.get(index)!;
    if (status < FIRST_HTTP_STATUS) {
      ({ next: session.next, free: session.free } = session.user.failed(end));
      return 0;
    }
    const most = this.needsOf(request);
    const received = most === 0 ? null : (source?.received(most) ?? null);
    const wire = received?.form === 'wire' ? received.bytes : NO_BYTES;
    const response = planResponse(wire, wire.length === bytes, { status, latencyMs: (end - intended) / 1_000 });
    const { unmet, next, free } = session.user.received(response, end);
    session.next = next;
    session.free = free;
    const { expect } = this.#plan.program.requests[request]!;
    return unmet === null && status >= FIRST_WORTH_NAMING && expect.status !== null ? AS_EXPECTED : codeOf(unmet);
  }

  /** Between passes, each visitor is a new user. */
  #sessionOf(connection: number): Session {
    const known = this.#sessions.get(connection);
    if (known !== undefined && (known.next !== null || !this.#plan.hasVisitors)) return known;
    const number = this.#numberOf(connection);
    const { program, seed, target } = this.#plan;
    const session = { number, user: new PlanUser(program, seed, number, target), next: null, free: -Infinity, phase: 0 };
    this.#sessions.set(connection, session);
    return session;
  }

  #numberOf(connection: number): number {
    const { part, hasVisitors } = this.#plan;
    if (!hasVisitors) return connection;
    const number = this.#visitor;
    this.#visitor += part.of;
    return number;
  }
}

function codeOf(unmet: Unmet | null): number {
  return unmet === null ? 0 : 1 + UNMET.indexOf(unmet.kind);
}
