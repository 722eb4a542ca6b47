/**
 * One user of a load, as a state machine without any input or output: it says which request to send and when, is told its outcome, and
 * says what is next. Which requests it makes depends on plan, seed and the responses alone, so that a load can be repeated.
 *
 *   begin ──► turn ──► expected response ──┬── turn ──► response ...         the next of the sequence, after the time to think
 *               │                          └── none: the pass is over        the end of the sequence; of a mix, one request
 *               ├──► unexpected response ──► none: over                      later requests need values of this response
 *               └──► failed ──► over
 *
 * `begin` again is the same user once more, with the cookies it has: a client of a closed load. An arrival is a new user.
 */
import { makeRandom, type Random } from '../base/statistics/random.ts';
import type { Microseconds } from '../base/units.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { CookieJar } from './cookie-jar.ts';
import { judge, type PlanResponse, type Unmet } from './judge.ts';
import type { CompiledRequest, Outgoing, Program } from './program.ts';
import type { Value } from './template.ts';
import type { Draw } from './values.ts';

export interface Turn {
  readonly message: Outgoing;
  /** The first of a pass as it was begun, a later one when the user had the previous response and thought about it. */
  readonly intended: Microseconds;
}

export interface Reaction {
  /** Null: the response is as expected. */
  readonly unmet: Unmet | null;
  /** Null: the pass is over. */
  readonly next: Turn | null;
  /** When the user has thought about what came: not before may it begin again. */
  readonly free: Microseconds;
}

export class PlanUser {
  readonly #program: Program;
  readonly #random: Random;
  /** Origin of the target of the run. */
  readonly #target: string;
  readonly #jar: CookieJar | null;
  readonly #captured = new Map<string, Value>();
  #draw: Draw | null = null;
  /** The request that was sent and has no response yet. */
  #awaited: { readonly request: CompiledRequest; readonly url: string } | null = null;

  /** `number`: from 0; of the same seed each number is another user, whoever else there is and whenever they come. */
  constructor(program: Program, seed: number, number: number, target: string) {
    this.#program = program;
    this.#random = makeRandom(Math.imul(seed, 0x85ebca6b) + number);
    this.#target = target;
    this.#jar = program.cookies ? new CookieJar() : null;
  }

  /** Starts a pass, with new values. What was captured in an earlier one is captured anew before it can be used. */
  begin(at: Microseconds): Turn {
    if (this.#awaited !== null) throw new Error('A user began again before its request had ended');
    const { requests, weights, order, values } = this.#program;
    this.#draw = values.draw(this.#random);
    const first = order === 'sequence' ? 0 : pick(weights, this.#random());
    return this.#turn(requests[first]!, at);
  }

  received(response: PlanResponse, at: Microseconds): Reaction {
    const { request, url } = this.#end();
    this.#jar?.take(url, response.headers('set-cookie'));
    const { unmet, captured } = judge(request, response, this.#lookup, request.origin ?? this.#target);
    for (const [name, value] of captured) this.#captured.set(name, value);
    const free = at + this.#thinks(request);
    const next = unmet === null && this.#program.order === 'sequence' ? this.#program.requests[request.index + 1] : undefined;
    return { unmet, free, next: next === undefined ? null : this.#turn(next, free) };
  }

  /** No whole response came. */
  failed(at: Microseconds): Reaction {
    return { unmet: null, next: null, free: at + this.#thinks(this.#end().request) };
  }

  #end(): { readonly request: CompiledRequest; readonly url: string } {
    const awaited = this.#awaited;
    if (awaited === null) throw new Error('A response came to a user who had asked for nothing');
    this.#awaited = null;
    return awaited;
  }

  #turn(request: CompiledRequest, intended: Microseconds): Turn {
    const path = request.constant?.path ?? request.path(this.#lookup);
    const url = `${request.origin ?? this.#target}${path}`;
    this.#awaited = { request, url };
    const cookie = this.#jar?.header(url) ?? '';
    const message = cookie === '' && request.constant !== null ? request.constant : this.#write(request, path, cookie);
    return { message, intended };
  }

  #write({ index, method, origin, headers, body }: CompiledRequest, path: string, cookie: string): Outgoing {
    const written = headers.map(({ name, write }) => ({ name, value: write(this.#lookup) }));
    return {
      request: index,
      method,
      origin,
      path,
      headers: cookie === '' ? written : withCookie(written, cookie),
      body: typeof body === 'function' ? body(this.#lookup) : body,
      isConstant: false,
    };
  }

  #thinks({ thinkS: [least, most] }: CompiledRequest): Microseconds {
    const seconds = least === most ? least : least + this.#random() * (most - least);
    return Math.round(seconds * 1e6);
  }

  /** A plan that has been checked asks for nothing else. */
  readonly #lookup = (name: string): Value => {
    const value = this.#captured.get(name) ?? this.#draw!.valueOf(name);
    if (value === undefined) throw new Error(`There is no value ${name}`);
    return value;
  };
}

/** One header has all cookies: those that the plan gives, and behind them those of the user. */
function withCookie(headers: readonly NameValue[], cookie: string): NameValue[] {
  const isCookie = ({ name }: NameValue): boolean => name.toLowerCase() === 'cookie';
  const value = [...headers.filter(isCookie).map((one) => one.value), cookie].join('; ');
  return [...headers.filter((one) => !isCookie(one)), { name: 'Cookie', value }];
}

/** The first whose sum of weights is above this share of all. */
function pick(weights: readonly number[], share: number): number {
  const wanted = share * weights[weights.length - 1]!;
  let [from, to] = [0, weights.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (weights[middle]! > wanted) to = middle;
    else from = middle + 1;
  }
  return from;
}
