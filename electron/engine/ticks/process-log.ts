/** Reads a V8 log in a separate process, with limits on memory and time: 0x keeps every tick, and takes over signals and output. */
import { fork } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes, Milliseconds } from '../../../shared/base/units.ts';
import { countAsOurs } from '../machine/own-processes.ts';
import { TICKS_PROCESS_FILE } from '../machine/paths.ts';
import { makePrivateFolder } from '../machine/private-folder.ts';
import type { LogOrder, LogReply } from './protocol.ts';

const HEAP_MB = 4_096;
/** A log of 300 MB, ten minutes of a busy server, is read in half of it on a machine of two slow cores. */
const PATIENCE: Milliseconds = 180_000;

/** Ten minutes of a busy server; 0x reads a log as one text, of which V8 allows 512 MB. */
const LARGEST_LOG: Bytes = 400 * 1024 * 1024;

export type LogEnd =
  | LogReply
  | { readonly type: 'size'; readonly size: Bytes; readonly limit: Bytes }
  | { readonly type: 'time'; readonly seconds: number }
  | { readonly type: 'died'; readonly how: string };

/** `order`: without `cut`, which is made here and goes with all that is written beside it. */
export async function processLog(order: Omit<LogOrder, 'cut'>, patience: Milliseconds = PATIENCE): Promise<LogEnd> {
  // The reader reports what is wrong with an unreadable file.
  const size = (await stat(order.log).catch(() => null))?.size ?? 0;
  if (size > LARGEST_LOG) return { type: 'size', size, limit: LARGEST_LOG };
  const folder = makePrivateFolder();
  try {
    return await readApart({ ...order, cut: join(folder, 'cut.log') }, patience);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readApart(order: LogOrder, patience: Milliseconds): Promise<LogEnd> {
  // Nothing preloaded into the engine belongs into it, and no limit of the engine's own heap.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = fork(TICKS_PROCESS_FILE, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    detached: process.platform !== 'win32',
    env,
  });
  countAsOurs(child);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<LogEnd>((resolve) => {
      timer = setTimeout(() => resolve({ type: 'time', seconds: patience / 1e3 }), patience);
      child.once('message', (reply) => resolve(reply as LogReply));
      child.once('error', (error) => resolve({ type: 'died', how: error.message }));
      child.once('exit', (code, signal) => resolve({ type: 'died', how: signal ?? `code ${code}` }));
      child.send(order, () => {});
    });
  } finally {
    clearTimeout(timer);
    endGroup(child.pid);
  }
}

/** Ends the reader and the Node that it may have started. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
