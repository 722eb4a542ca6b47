import type { Microseconds } from '../../../shared/base/units.ts';

/** The one monotonic clock: process.hrtime, which all processes of a machine share. Microseconds with fraction. */
export function clockUs(): Microseconds {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e6 + nanoseconds / 1e3;
}
