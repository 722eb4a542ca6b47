/** The file to open of a folder that 0x has left: the log, which has everything, or what 0x has made of it. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const WANTED = [/^isolate.*v8\.log$/i, /^stacks\.\d+\.json$/, /^ticks\.json$/, /^flamegraph\.html$/];

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
