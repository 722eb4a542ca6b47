import type { Microseconds } from '../../../../shared/base/units.ts';

const FIRST_SIZE = 1_024;

/**
 * Which request the main thread turned to and when, ascending, for as long as samples of that time may come. Up to 100,000 are written a second:
 * in typed arrays, which are used again, because what an array of numbers leaves behind stays in the memory of the process until V8 collects it.
 */
export class SwitchLog {
  private times = new Float64Array(FIRST_SIZE);
  private requests = new Float64Array(FIRST_SIZE);
  private from = 0;
  private to = 0;

  get length(): number {
    return this.to - this.from;
  }

  timeAt(index: number): Microseconds {
    return this.times[this.from + index]!;
  }

  requestAt(index: number): number {
    return this.requests[this.from + index]!;
  }

  push(time: Microseconds, request: number): void {
    if (this.to === this.times.length) this.makeRoom();
    this.times[this.to] = time;
    this.requests[this.to++] = request;
  }

  /** The last switch before `time` is still in force. */
  forgetBefore(time: Microseconds): void {
    while (this.from + 1 < this.to && this.times[this.from + 1]! <= time) this.from += 1;
  }

  private makeRoom(): void {
    const { times, requests, from, to } = this;
    if (to - from > times.length / 2) {
      this.times = new Float64Array(2 * times.length);
      this.requests = new Float64Array(2 * times.length);
    }
    this.times.set(times.subarray(from, to));
    this.requests.set(requests.subarray(from, to));
    [this.from, this.to] = [0, to - from];
  }
}
