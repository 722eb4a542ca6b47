/** Marks the engine that owns a recording, so that another engine does not treat it as abandoned. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from '../../../shared/base/schema.ts';
import { isAlive } from '../agent/requests/sweep.ts';

const OWNER_FILE = 'owner.json';
const ownerSchema = z.object({ pid: z.number().int(), started: z.string().nullable() });

/** Enters this process as the owner of a recording's folder. */
export async function claim(dir: string): Promise<void> {
  await writeFile(join(dir, OWNER_FILE), JSON.stringify({ pid: process.pid, started: startOf(process.pid) }), { mode: 0o600 });
}

/** Releases the folder, so that the next engine finds it abandoned. */
export async function release(dir: string): Promise<void> {
  await rm(join(dir, OWNER_FILE), { force: true });
}

/** Whether the process that claimed the folder still runs. Its start time tells it from a later process with the same id. */
export async function hasLivingOwner(dir: string): Promise<boolean> {
  const text = await readFile(join(dir, OWNER_FILE), 'utf8').catch(() => null);
  if (text === null) return false;
  const owner = parseOwner(text);
  return owner !== null && isAlive(owner.pid) && (owner.started === null || owner.started === startOf(owner.pid));
}

function parseOwner(text: string): z.infer<typeof ownerSchema> | null {
  try {
    return ownerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** When a process was started, in clock ticks since boot; null without /proc. A zombie does not count. */
function startOf(pid: number): string | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // The name of the program is in parentheses and may contain anything; field 3 (the state) follows the last one.
  const stat = readFileSync(path, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}
