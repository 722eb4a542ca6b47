// The CPU time of a server's own process: of its requests number `from` to `to`, as microseconds per request, into the file METER_FILE.
import { writeFileSync } from 'node:fs';

/** Returns what is called once for each request. */
export function createMeter(from, to) {
  let count = 0;
  let before;
  return () => {
    count += 1;
    if (count === from) before = process.cpuUsage();
    if (count === to) {
      // The whole process: the main thread, V8's threads, the sampling thread of the profiler and the agent's own.
      const { user, system } = process.cpuUsage(before);
      writeFileSync(process.env.METER_FILE, String((user + system) / (to - from)));
    }
  };
}
