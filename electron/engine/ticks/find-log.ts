/**
 * V8 writes a log for each isolate of each process: the user's worker threads and the agent's have one, too. That of the main thread is
 * the one in which the agent has left its mark (agent/clock-mark.ts).
 */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bytes, Microseconds } from '../../../shared/base/units.ts';
import { CLOCK_MARK } from '../agent/clock-mark.ts';

export interface FoundLog {
  readonly path: string;
  /** Its times on the engine's clock: plus this; null: not known. */
  readonly clockOffset: Microseconds | null;
}

/** The agent is loaded before the user's program, when a log has some 2 MB. */
const HEAD: Bytes = 64 * 1024 * 1024;
const MARK = new RegExp(`^code-creation,[^,]*,[^,]*,(\\d+),.*${CLOCK_MARK}(\\d+)-(\\d+)`);

/** The log of the main thread of `pid`; without an agent the largest one. Null: there is none. */
export async function findLog(folder: string, pid: number | null): Promise<FoundLog | null> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const logs = await Promise.all(names.map(async (name) => ({ path: join(folder, name), size: (await stat(join(folder, name))).size })));
  for (const log of logs) {
    const clockOffset = pid === null ? null : await readClock(log.path, pid);
    if (clockOffset !== null) return { path: log.path, clockOffset };
  }
  const [largest] = logs.sort((a, b) => b.size - a.size);
  return largest === undefined ? null : { path: largest.path, clockOffset: null };
}

async function readClock(path: string, pid: number): Promise<Microseconds | null> {
  const input = createReadStream(path, { end: HEAD });
  let offset: Microseconds | null = null;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const mark = MARK.exec(line);
      if (mark === null) continue;
      if (Number(mark[2]) !== pid) return null;
      const isSecond = offset !== null;
      offset = Number(mark[3]) - Number(mark[1]);
      if (isSecond) break;
    }
  } finally {
    // Leaving the loop closes the interface only.
    input.destroy();
  }
  return offset;
}
