/** The file to open of a folder that 0x or Clinic.js has left: the log, which has everything, or what was made of it. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const WANTED = [/^isolate.*v8\.log$/i, /^stacks\.\d+\.json$/, /^ticks\.json$/, /^flamegraph\.html$/, /\.clinic-flame-samples$/];

/** Which of its tools has left a folder, or a folder in it. */
const OF_CLINIC = /\.clinic-(doctor|flame|bubbleprof|heapprofiler)\b/;

export type ClinicTool = 'doctor' | 'flame' | 'bubbleprof' | 'heapprofiler';

/** Null: none of them is of Clinic.js. */
export function clinicTool(names: readonly string[]): ClinicTool | null {
  const found = names.map((name) => OF_CLINIC.exec(name)?.[1]).filter((tool) => tool !== undefined);
  // The one with a profile of code.
  return (found.find((tool) => tool === 'flame') ?? found[0] ?? null) as ClinicTool | null;
}

/** Null: none of these is in it. */
export async function findInFolder(folder: string): Promise<string | null> {
  const names = await readdir(folder);
  for (const wanted of WANTED) {
    const found = names.filter((name) => wanted.test(name)).map(async (name) => ({ name, size: (await stat(join(folder, name))).size }));
    // Each thread has its own log; that of the main thread is the largest.
    const [largest] = (await Promise.all(found)).sort((a, b) => b.size - a.size);
    if (largest !== undefined) return join(folder, largest.name);
  }
  return null;
}
