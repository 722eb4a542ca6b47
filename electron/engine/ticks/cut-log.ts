/**
 * A V8 log (`--prof`) without the ticks outside of the measured phase. Everything else stays: which code was where has to be known from
 * the start of the process.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Microseconds } from '../../../shared/model/units.ts';

/** [from, to) on the clock of the log. */
export interface LogWindow {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

export interface CutLog {
  /** Ticks kept. */
  readonly ticks: number;
  readonly outside: number;
  /** As the log states it; 0: it does not. */
  readonly intervalUs: Microseconds;
}

const TICK = /^tick,[^,]+,(\d+),/;
const INTERVAL = /^profiler,"?begin"?,(\d+)/;

/** `window` null: all ticks are kept. */
export async function cutLog(from: string, to: string, window: LogWindow | null): Promise<CutLog> {
  const out = createWriteStream(to);
  let [ticks, outside, intervalUs] = [0, 0, 0];
  for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Number.POSITIVE_INFINITY })) {
    const tick = TICK.exec(line);
    if (tick === null) {
      if (intervalUs === 0) intervalUs = Number(INTERVAL.exec(line)?.[1] ?? 0);
    } else {
      const at = Number(tick[1]);
      if (window !== null && (at < window.from || at >= window.to)) {
        outside += 1;
        continue;
      }
      ticks += 1;
    }
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return { ticks, outside, intervalUs };
}
