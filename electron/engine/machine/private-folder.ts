/**
 * Folders in the system's temporary folder that only this user can enter: for the socket of a run's agents, and for what a browser is to
 * open. Their names tell whose they are, so that what a killed process left is found:
 *
 *   loopscope-PID-RANDOM/
 */
import { type Dirent, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Milliseconds } from '../../../shared/base/units.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { isAlive } from '../agent/requests/sweep.ts';

const NAME = /^loopscope-(\d+)-[A-Za-z0-9]{6}$/;
/**
 * Containers may share the temporary folder, and their processes cannot be seen from here. What is younger is left alone, and so is
 * a socket that still responds, whatever its age.
 */
const STALE_AFTER: Milliseconds = 3_600_000;

/** Makes a private folder. Throws FailureError if the temporary folder, which the environment sets, cannot be used. */
export function makePrivateFolder(base: string = tmpdir()): string {
  try {
    return mkdtempSync(join(base, privateFolderPrefix()));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const variable = ['TMPDIR', 'TEMP', 'TMP'].find((name) => process.env[name]) ?? 'TMPDIR';
    throw new FailureError(
      fail('cannot-write', say('machine.noTemporaryFolder', { path: base, code }), say('machine.setTemporaryFolder', { variable })).failure,
    );
  }
}

/** The beginning of its name. */
export function privateFolderPrefix(): string {
  return `loopscope-${process.pid}-`;
}

/** Removes what killed engines have left behind. Never fails: what cannot be removed belongs to another user or is removed at the next start. */
export async function sweepPrivateFolders(base: string = tmpdir(), now: Milliseconds = Date.now()): Promise<void> {
  // Pipes of Windows have no folder, and go with their process.
  for (const entry of listFolders(base)) {
    const pid = Number(NAME.exec(entry.name)?.[1] ?? 0);
    const dir = join(base, entry.name);
    if (pid === 0 || isAlive(pid) || !isOldAndOurs(dir, now) || (await isListening(join(dir, 'agent')))) continue;
    try {
      rmSync(dir, { recursive: true, force: true });
    } catch {
      // It belongs to another user after all.
    }
  }
}

function listFolders(base: string): Dirent[] {
  try {
    // A symbolic link is never accepted, wherever it leads.
    return readdirSync(base, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  } catch {
    return [];
  }
}

function isOldAndOurs(dir: string, now: Milliseconds): boolean {
  try {
    const { mtimeMs, uid } = statSync(dir);
    return now - mtimeMs > STALE_AFTER && (process.getuid === undefined || process.getuid() === uid);
  } catch {
    return false;
  }
}

/** Whether a process, in this container or another one, listens on the socket. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
