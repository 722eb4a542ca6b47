import type { Microseconds } from '../../../shared/base/units.ts';
import { clockUs } from './clock.ts';

/** The clocks that are compared; a test has its own. */
export interface Clocks {
  /** Does not go on while the machine sleeps on Linux; does on macOS and Windows. */
  monotonicUs(): Microseconds;
  wallUs(): Microseconds;
  /** CPU that this process has used. */
  ownCpuUs(): Microseconds;
}

export const SYSTEM_CLOCKS: Clocks = {
  monotonicUs: clockUs,
  wallUs: () => Date.now() * 1e3,
  ownCpuUs: () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
};

/**
 * Detects time during which nothing ran. It uses two signs, because no single clock shows this on every system:
 *
 *   the wall clock went on, the monotonic one did not     sleep on Linux, a clock that was set
 *   a sample is late, and this process was not computing sleep elsewhere, Ctrl-Z, a virtual machine that was held
 */
export class ClockGapMeter {
  private before: { readonly monotonic: Microseconds; readonly wall: Microseconds; readonly cpu: Microseconds };

  constructor(
    private readonly clocks: Clocks,
    /** Between samples. */
    private readonly every: Microseconds,
  ) {
    this.before = this.read();
  }

  /** The larger of both since the previous sample; negative if the wall clock was set back. */
  takeGap(): Microseconds {
    const { before } = this;
    const now = this.read();
    this.before = now;
    const passed = now.monotonic - before.monotonic;
    const apart = now.wall - before.wall - passed;
    const still = Math.max(0, passed - this.every - (now.cpu - before.cpu));
    return Math.abs(apart) > still ? apart : still;
  }

  private read() {
    const { monotonicUs, wallUs, ownCpuUs } = this.clocks;
    return { monotonic: monotonicUs(), wall: wallUs(), cpu: ownCpuUs() };
  }
}
