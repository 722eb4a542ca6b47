/** The typed arrays a column can be made of. */
type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;
type NumbersConstructor<T extends Numbers> = new (length: number) => T;

const FIRST_SIZE = 64;

/** A typed array that grows at its end: amortized one write per value, no objects. */
export class GrowableColumn<T extends Numbers> {
  length = 0;
  private data: T;

  constructor(private readonly type: NumbersConstructor<T>) {
    this.data = new type(FIRST_SIZE);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow();
    this.data[this.length++] = value;
  }

  get(index: number): number {
    return this.data[index]!;
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }

  add(index: number, value: number): void {
    this.data[index]! += value;
  }

  /** The values from `from` on, without a copy: good until the next push. */
  view(from = 0): T {
    return this.data.subarray(from, this.length) as T;
  }

  /** The values from `from` on, the caller's own. */
  copy(from = 0): T {
    return this.data.slice(from, this.length) as T;
  }

  clear(): void {
    this.length = 0;
  }

  private grow(): void {
    const larger = new this.type(this.data.length * 2);
    larger.set(this.data);
    this.data = larger;
  }
}
