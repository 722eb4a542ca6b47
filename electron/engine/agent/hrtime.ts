import type { Microseconds } from '../../../shared/base/units.ts';

/** Captured before the user's program runs: test tools replace it. */
const hrtime = process.hrtime;

/** The agent's clock, µs: the same one the engine reads. */
export function clockUs(): Microseconds {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1e6 + nanoseconds / 1e3;
}
