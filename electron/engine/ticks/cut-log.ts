/**
 * A V8 log (`--prof`) without the ticks outside of the measured phase. Everything else stays: which code was where has to be known from
 * the start of the process.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Microseconds } from '../../../shared/base/units.ts';

/** [from, to) on the clock of the log. */
export interface LogWindow {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

export interface CutLog {
  /** Ticks kept. */
  readonly ticks: number;
  readonly outside: number;
  /** Whether the profiler began. */
  readonly hasBegun: boolean;
  /** As the log states it; 0: it does not. */
  readonly intervalUs: Microseconds;
}

const TICK = /^tick,[^,]+,(\d+),/;
const BEGINS = /^profiler,"?begin"?(?:,(\d+))?/;

/** --prof-process hands the names of libraries to `nm`, which would read such a name as an option, and some options load code. */
const OPTION_AS_LIBRARY = /^shared-library,"?-/;

const V8_VERSION = /^v8-version,\d+,\d+,\d+,\d+/;

/** `window` null: all ticks are kept. `readAs`: the version of V8 that the log is to name; null: its own. */
export async function cutLog(from: string, to: string, window: LogWindow | null, readAs: string | null): Promise<CutLog> {
  const out = createWriteStream(to);
  let [ticks, outside, intervalUs] = [0, 0, 0];
  let hasBegun = false;
  for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (OPTION_AS_LIBRARY.test(line)) continue;
    const tick = TICK.exec(line);
    if (tick === null) {
      const begun = BEGINS.exec(line);
      hasBegun ||= begun !== null;
      if (intervalUs === 0) intervalUs = Number(begun?.[1] ?? 0);
    } else {
      const at = Number(tick[1]);
      if (window !== null && (at < window.from || at >= window.to)) {
        outside += 1;
        continue;
      }
      ticks += 1;
    }
    const kept = readAs === null ? line : line.replace(V8_VERSION, `v8-version,${readAs.split('.').join()}`);
    if (!out.write(`${kept}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return { ticks, outside, hasBegun, intervalUs };
}
