const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;

/** Counts the events of text/event-stream: a blank line ends each, and lines that begin with a colon are comments (HTML Standard, 9.2.6). */
export class EventCounter {
  count = 0;
  #isAfterCr = false;
  /** First character of the current line; 0: the line is empty so far. */
  #first = 0;
  #hasFields = false;

  read(chunk: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const code = chunk[at]!;
      if (code !== LF && code !== CR) this.#first ||= code;
      else if (code === CR || !this.#isAfterCr) this.#lineEnds();
      this.#isAfterCr = code === CR;
    }
  }

  #lineEnds(): void {
    if (this.#first === 0) {
      if (this.#hasFields) this.count++;
      this.#hasFields = false;
    } else if (this.#first !== COLON) this.#hasFields = true;
    this.#first = 0;
  }
}
