import type { Outgoing } from '../../../shared/plan/program.ts';
import { writeRequest } from './request-text.ts';

/** The bytes of the requests of a plan. Those that are the same for all users are made once. */
export class MessageWriter {
  readonly #target: string;
  readonly #keepAlive: boolean;
  readonly #constant = new Map<number, Buffer>();

  /** `target`: origin of the target of the run. */
  constructor(target: string, keepAlive: boolean) {
    this.#target = target;
    this.#keepAlive = keepAlive;
  }

  bytesOf(message: Outgoing): Buffer {
    if (!message.isConstant) return this.#write(message);
    const known = this.#constant.get(message.request) ?? this.#write(message);
    this.#constant.set(message.request, known);
    return known;
  }

  #write(message: Outgoing): Buffer {
    const host = (message.origin ?? this.#target).replace(/^https?:\/\//, '');
    return writeRequest(message, message.path, host, this.#keepAlive);
  }
}
