import type { Outgoing } from '../../../shared/plan/program.ts';
import { writeRequest } from './request-text.ts';

/** What is sent for one request. */
export interface Message {
  readonly bytes: Buffer;
  /** The response to a HEAD has no body, whatever its headers say. */
  readonly method: string;
}

/** Writes the requests of a plan. Those that are the same for all users are written once. */
export class MessageWriter {
  readonly #target: string;
  readonly #keepAlive: boolean;
  readonly #constant = new Map<number, Message>();

  /** `target`: origin of the target of the run. */
  constructor(target: string, keepAlive: boolean) {
    this.#target = target;
    this.#keepAlive = keepAlive;
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
    return { bytes: writeRequest(message, path, host, this.#keepAlive), method };
  }
}
