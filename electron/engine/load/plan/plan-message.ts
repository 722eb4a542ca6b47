import type { Outgoing } from '../../../../shared/plan/program.ts';
import { writeRequest } from '../request-text.ts';
import type { Destination } from '../surroundings.ts';

/** What is sent for one request. */
export interface Message {
  readonly bytes: Buffer;
  /** The response to a HEAD has no body, whatever its headers say. */
  readonly method: string;
  /** Origin of another host; left out: the target. */
  readonly to?: Destination | undefined;
}

/** Writes the requests of a plan. Those that are the same for all users are written once. */
export class MessageWriter {
  readonly #target: string;
  readonly #keepAlive: boolean;
  readonly #constant = new Map<number, Message>();

  readonly #others: ReadonlyMap<string, Destination>;

  /** `target`: origin of the target of the run; `others`: where the other origins of the plan are. */
  constructor(target: string, keepAlive: boolean, others: ReadonlyMap<string, Destination> = new Map()) {
    this.#target = target;
    this.#keepAlive = keepAlive;
    this.#others = others;
  }

  write(message: Outgoing): Message {
    if (!message.isConstant) return this.#make(message);
    const known = this.#constant.get(message.request) ?? this.#make(message);
    this.#constant.set(message.request, known);
    return known;
  }

  #make(message: Outgoing): Message {
    const { method, path, origin } = message;
    const host = (origin ?? this.#target).replace(/^https?:\/\//, '');
    const bytes = writeRequest(message, path, host, this.#keepAlive);
    if (origin === null || origin === this.#target) return { bytes, method };
    const to = this.#others.get(origin);
    if (to === undefined) throw new Error(`Nobody checked where ${origin} is`);
    return { bytes, method, to };
  }
}
