/** Typed arrays that grow by doubling: appending a sample costs the same after ten minutes as at the start. */
const FIRST_CAPACITY = 1_024;

export class GrowableInt32 {
  #items = new Int32Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.#length++] = value;
  }

  get(index: number): number {
    return this.#items[index]!;
  }

  /** A copy, so that what was handed out never changes. */
  toArray(): Int32Array {
    return this.#items.slice(0, this.#length);
  }
}

export class GrowableFloat64 {
  #items = new Float64Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.#length++] = value;
  }

  get(index: number): number {
    return this.#items[index]!;
  }

  /** A copy, so that what was handed out never changes, less `origin`. */
  toArray(origin = 0): Float64Array {
    const copy = this.#items.slice(0, this.#length);
    if (origin !== 0) for (let i = 0; i < copy.length; i++) copy[i]! -= origin;
    return copy;
  }
}
