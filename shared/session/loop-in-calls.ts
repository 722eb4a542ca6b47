/** How busy event loops were over time, with the calls in which their threads waited. */
import type { Microseconds, Ratio } from '../base/units.ts';
import { type DividedIntervals, MAIN_THREAD, type Profile } from '../model/profile/profile.ts';
import type { ServerSeries } from './server-series.ts';

/** Of the time of a thread: less is within what samples are wrong by. */
const BLOCKED_FROM: Ratio = 0.01;

/**
 * While a profile is taken, a sample of the server has what the kernel says of its main thread (electron/engine/agent/stats.ts), which misses calls that
 * wait. The loop is busy in these, and the samples of the profile say how long that was. By row. Null: for no time, or it is not known. `profiles`:
 * with times since `originUs`.
 */
export function loopWithCalls(server: ServerSeries, profiles: readonly Profile[], originUs: Microseconds): Float32Array | null {
  const { at, pid, elu } = server.table();
  let busy: Float32Array | null = null;
  for (const { pid: of, thread, division } of profiles) {
    // Where the kernel does not tell it, it is Node's own figure, in which these calls are.
    if (thread !== MAIN_THREAD || division?.by !== 'kernel' || blockedShareOf(division.intervals) < BLOCKED_FROM) continue;
    const blockedUntil = blockedReader(division.intervals);
    let before: { readonly time: Microseconds; readonly blocked: Microseconds } | null = null;
    for (let row = 0; row < server.rows; row++) {
      if (pid[row] !== of) continue;
      const time = at[row]! - originUs;
      const blocked = blockedUntil(time);
      if (before !== null && blocked > before.blocked) {
        busy ??= Float32Array.from(elu);
        busy[row] = Math.min(1, busy[row]! + (blocked - before.blocked) / (time - before.time));
      }
      before = { time, blocked };
    }
  }
  return busy;
}

function blockedShareOf({ start, end, blocked }: DividedIntervals): Ratio {
  const duration = (end.at(-1) ?? start) - start;
  return duration <= 0 ? 0 : blocked.reduce((sum, us) => sum + us, 0) / duration;
}

/** How long the thread was blocked from the start on; asked for times in their order. */
function blockedReader({ start, end, blocked }: DividedIntervals): (time: Microseconds) => Microseconds {
  let [at, sum, begin] = [0, 0, start];
  return (time) => {
    while (at < end.length && end[at]! <= time) {
      sum += blocked[at]!;
      begin = end[at]!;
      at++;
    }
    return at < end.length && time > begin ? sum + (blocked[at]! * (time - begin)) / (end[at]! - begin) : sum;
  };
}
