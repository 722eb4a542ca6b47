/** A machine whose time is simulated: the load client runs on it as on the real one, but hours pass in a second. */
import { EventEmitter } from 'node:events';
import type { OnReadOpts, Socket } from 'node:net';
import type { Destination, Surroundings } from '../../electron/engine/load/surroundings.ts';
import { seededRandom } from './random.ts';

interface Planned {
  readonly at: number;
  readonly order: number;
  /** Null: cancelled. */
  run: (() => void) | null;
}

/** A part of a response, and when it comes (µs). */
export interface Piece {
  readonly at: number;
  readonly text: string;
}

/** When the response to a request that arrives at `now` is complete (µs), or its parts; null: never. `nth` of all requests, from 0. */
export type SimulatedServer = (now: number, nth: number) => number | readonly Piece[] | null;

const RESPONSE = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: timeout=5\r\n\r\nok');
/** Node's server closes a connection that is idle for this long. */
const KEPT_ALIVE_US = 5e6;

export class SimulatedMachine implements Surroundings {
  /** µs; not 0, because no clock starts with a run. */
  time = 1e9;
  requests = 0;
  opened = 0;
  open = 0;
  mostOpen = 0;
  /** False: connections do not open. */
  accepts = true;
  readonly #plan: Planned[] = [];
  #order = 0;
  readonly #random = seededRandom(1);

  constructor(readonly server: SimulatedServer) {}

  now(): number {
    return this.time;
  }

  /** As Node's timers: up to a millisecond late. */
  after(delayMs: number, callback: () => void): () => void {
    return this.at(this.time + (delayMs + this.#random()) * 1e3, callback);
  }

  at(time: number, callback: () => void): () => void {
    const planned: Planned = { at: time, order: this.#order++, run: callback };
    this.#push(planned);
    return () => {
      planned.run = null;
    };
  }

  /** Goes on until nothing is planned any more, or until this time. */
  run(until = Number.POSITIVE_INFINITY): void {
    for (let next = this.#plan[0]; next !== undefined && next.at <= until; next = this.#plan[0]) {
      this.#pop();
      if (next.run === null) continue;
      this.time = Math.max(this.time, next.at);
      next.run();
    }
    if (until !== Number.POSITIVE_INFINITY) this.time = until;
  }

  connect(_destination: Destination, onread: OnReadOpts): Socket {
    return new SimulatedSocket(this, onread) as unknown as Socket;
  }

  /** A binary heap: the earliest is first. */
  #push(planned: Planned): void {
    const plan = this.#plan;
    let at = plan.push(planned) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(plan[at]!, plan[parent]!)) return;
      [plan[at], plan[parent]] = [plan[parent]!, plan[at]!];
      at = parent;
    }
  }

  #pop(): void {
    const plan = this.#plan;
    const last = plan.pop()!;
    if (plan.length === 0) return;
    plan[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < plan.length && isBefore(plan[left]!, plan[first]!)) first = left;
      if (right < plan.length && isBefore(plan[right]!, plan[first]!)) first = right;
      if (first === at) return;
      [plan[at], plan[first]] = [plan[first]!, plan[at]!];
      at = first;
    }
  }
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

const CONNECT_US = 50;

class SimulatedSocket extends EventEmitter {
  readonly #machine: SimulatedMachine;
  readonly #onread: OnReadOpts;
  #isDestroyed = false;
  #cancelIdle = (): void => {};

  constructor(machine: SimulatedMachine, onread: OnReadOpts) {
    super();
    this.#machine = machine;
    this.#onread = onread;
    machine.opened++;
    machine.open++;
    machine.mostOpen = Math.max(machine.mostOpen, machine.open);
    machine.at(machine.time + CONNECT_US, () => machine.accepts && this.#tell('connect'));
  }

  write(): void {
    this.#cancelIdle();
    const answer = this.#machine.server(this.#machine.time, this.#machine.requests++);
    if (answer === null) return;
    if (typeof answer === 'number') this.#machine.at(answer, () => this.#answer(RESPONSE));
    else for (const { at, text } of answer) this.#machine.at(at, () => this.#answer(Buffer.from(text)));
  }

  destroy(): void {
    if (!this.#isDestroyed) this.#machine.open--;
    this.#isDestroyed = true;
    this.#cancelIdle();
  }

  #answer(bytes: Buffer): void {
    if (this.#isDestroyed) return;
    const buffer = this.#onread.buffer as Uint8Array;
    buffer.set(bytes);
    this.#cancelIdle();
    this.#cancelIdle = this.#machine.at(this.#machine.time + KEPT_ALIVE_US, () => this.#tell('end'));
    this.#onread.callback(bytes.length, buffer);
  }

  #tell(event: 'connect' | 'end'): void {
    if (!this.#isDestroyed) this.emit(event);
  }
}
