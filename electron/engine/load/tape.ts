import type { Bytes } from '../../../shared/base/units.ts';

const FIRST_ROOM: Bytes = 4_096;

/**
 * The beginning of a response that arrives in several pieces, each of which is gone when the next one is read. A response in one piece, as
 * most are, never comes here.
 */
export class Tape {
  #room: Buffer | null = null;
  #used = 0;

  restart(): void {
    this.#used = 0;
  }

  /** Appends bytes until `most` are kept in all. */
  add(chunk: Uint8Array, from: number, to: number, most: Bytes): void {
    const length = Math.min(to - from, most - this.#used);
    if (length <= 0) return;
    const room = this.#roomFor(this.#used + length, most);
    room.set(chunk.subarray(from, from + length), this.#used);
    this.#used += length;
  }

  get bytes(): Uint8Array {
    return this.#room === null ? EMPTY : this.#room.subarray(0, this.#used);
  }

  /** Grows by doubling; a smaller buffer replaces it when less is to be kept than before. */
  #roomFor(bytes: Bytes, most: Bytes): Buffer {
    const room = this.#room;
    const length = room?.length ?? 0;
    if (room !== null && length >= bytes && length <= most) return room;
    const next = Buffer.allocUnsafeSlow(Math.min(most, Math.max(bytes, FIRST_ROOM, length > most ? 0 : 2 * length)));
    if (room !== null) next.set(room.subarray(0, this.#used));
    this.#room = next;
    return next;
  }
}

const EMPTY = new Uint8Array(0);
