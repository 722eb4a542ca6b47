/**
 * One measurement at a time on a machine: two would disturb each other. Windows, `serve` and the command line agree on it by files in
 * one folder (lock-dir.ts).
 *
 *   turn-7   ""                               free
 *   turn-8   {"pid":4711,"what":"app.js",..}  this process measures
 *
 * The highest number counts. A process takes the machine by creating the next number, which only one can (`link` fails when the name is there,
 * and the file appears with its whole content), and then to see that it still is the highest; that removes the lower ones. Nobody
 * ever removes the highest, so of two who find the lock of a dead process, neither can take away what the other has just made: the
 * usual "read, delete, create" does exactly that.
 *
 * Everything here is synchronous: taking the machine reserves it within the engine, too, before anything is waited for.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from '../../../shared/base/schema.ts';
import type { Milliseconds } from '../../../shared/base/units.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { type Figure, say } from '../../../shared/words/said.ts';
import { readProcess } from '../agent/processes.ts';
import { isAlive } from '../agent/requests/sweep.ts';
import { LOCK_DIR_VARIABLE, lockDir } from './lock-dir.ts';

const holderSchema = z.object({
  pid: z.number().int().min(1),
  /** Clock ticks since boot, which distinguishes it from a later process with the same id; null: not known. */
  started: z.number().nullable(),
  what: z.string().max(1_000),
  /** Wall clock, ms: other processes read it. */
  since: z.number(),
  /** About when it ends; null: not known. */
  until: z.number().nullable(),
});
/** The process that measures on this machine. */
export type Holder = z.infer<typeof holderSchema>;

/** The machine, taken. */
export interface Turn {
  /** Gives it back. Safe to call twice. */
  release(): void;
}

export interface TurnOptions {
  /** Name of what is measured, shown to others who find the machine taken. */
  readonly what: string;
  /** About how much longer it takes; null: not known. */
  readonly leftMs: () => Milliseconds | null;
  readonly dir?: string;
}

/** Interval of heartbeats: they show others the time left, and prove that the process lives if the system reports no start times. */
const BEAT_MS = 5_000;
/** Twelve heartbeats missed: it is dead, and its pid belongs to another process. */
const SILENT_MS: Milliseconds = 60_000;
const LONGEST_NAME = 300;

/** Takes the machine for one run or one comparison, or says who has it. */
export function takeTurn(options: TurnOptions): Outcome<Turn> {
  const { dir = lockDir() } = options;
  try {
    makeFolder(dir);
    for (;;) {
      const last = highestTurn(dir);
      const holder = readHolder(dir, last);
      if (holder) return { ok: false, failure: describeBusy(holder) };
      const turn = tryTurn(dir, last + 1, options);
      if (turn) return succeed(turn);
      // Another process was quicker; the next attempt finds that it holds the machine.
    }
  } catch (error) {
    return fail(
      'cannot-write',
      say('machine.lockUnusable', { dir, why: (error as Error).message }),
      say('machine.setLockDir', { variable: LOCK_DIR_VARIABLE }),
    );
  }
}

/** Takes the machine, starts something, and gives it back when that has ended, or at once when it could not be started. */
export async function inTurn<T>(
  options: TurnOptions,
  start: () => Promise<Outcome<{ readonly value: T; readonly ended: Promise<unknown> }>>,
): Promise<Outcome<T>> {
  const turn = takeTurn(options);
  if (!turn.ok) return turn;
  const { release } = turn.value;
  try {
    const started = await start();
    if (!started.ok) {
      release();
      return started;
    }
    // A bug while it ends surfaces as an unhandled rejection.
    void started.value.ended.finally(release);
    return succeed(started.value.value);
  } catch (error) {
    release();
    throw error;
  }
}

/** What is being measured on this machine now; null: nothing, or it is not known. */
export function findHolder(dir: string = lockDir()): Holder | null {
  try {
    return readHolder(dir, highestTurn(dir));
  } catch {
    return null;
  }
}

/** Why the machine is not available: who holds it, for how long already, and for about how much longer. */
export function describeBusy({ what, pid, since, until }: Holder, now: Milliseconds = Date.now()): Failure {
  const rough = (figure: Milliseconds): Figure => ({ figure, as: 'rough time' });
  const told = { what, pid, since: rough(Math.max(0, now - since)) };
  const left = until === null || until <= now ? null : rough(until - now);
  const late = until === null ? say('machine.busy', told) : say('machine.busyLonger', told);
  return fail('busy', left === null ? late : say('machine.busyFor', { ...told, left }), say('machine.waitForOther')).failure;
}

/** Refuses a folder of another user in the place of ours. */
function makeFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(dir);
  const isChosen = Boolean(process.env[LOCK_DIR_VARIABLE]);
  if (!isChosen && process.getuid && uid !== process.getuid()) throw new Error('it belongs to another user');
}

function tryTurn(dir: string, number: number, { what, leftMs }: TurnOptions): Turn | null {
  const file = join(dir, turnName(number));
  const since = Date.now();
  const started = readProcess(process.pid)?.startTicks ?? null;
  const write = (put: (temporary: string) => void): void => {
    const left = leftMs();
    const until = left === null ? null : Date.now() + left;
    const holder: Holder = { pid: process.pid, started, what: what.slice(0, LONGEST_NAME), since, until };
    const temporary = join(dir, `${turnName(number)}.${randomUUID()}`);
    try {
      writeFileSync(temporary, JSON.stringify(holder), { flag: 'wx', mode: 0o644 });
      put(temporary);
    } finally {
      rmSync(temporary, { force: true });
    }
  };
  try {
    write((temporary) => linkSync(temporary, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
  if (highestTurn(dir) !== number) {
    rmSync(file, { force: true });
    return null;
  }
  sweep(dir, number);
  // A lock that can no longer be written is still held; only the remaining time is not reported.
  const beat = setInterval(() => quietly(() => write((temporary) => renameSync(temporary, file))), BEAT_MS).unref();
  return {
    release: () => {
      clearInterval(beat);
      quietly(() => readFileSync(file, 'utf8') !== '' && writeFileSync(file, ''));
    },
  };
}

function quietly(work: () => unknown): void {
  try {
    work();
  } catch {
    // The folder is gone, or full: there is nothing to report.
  }
}

function turnName(number: number): string {
  return `turn-${number}`;
}

function turnsIn(dir: string): number[] {
  return readdirSync(dir).flatMap((name) => (/^turn-\d{1,15}$/.test(name) ? [Number(name.slice('turn-'.length))] : []));
}

function highestTurn(dir: string): number {
  return Math.max(0, ...turnsIn(dir));
}

/** The lower numbers, and what was left by processes that were killed while they wrote. */
function sweep(dir: string, number: number): void {
  for (const lower of turnsIn(dir)) if (lower < number) quietly(() => rmSync(join(dir, turnName(lower)), { force: true }));
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (!/^turn-\d+\.[\w-]{36}$/.test(name)) continue;
    quietly(() => Date.now() - statSync(path).mtimeMs > SILENT_MS && rmSync(path, { force: true }));
  }
}

/** Null: free, or its process is dead. */
function readHolder(dir: string, number: number): Holder | null {
  if (number === 0) return null;
  const path = join(dir, turnName(number));
  try {
    const { mtimeMs } = statSync(path);
    const text = readFileSync(path, 'utf8');
    const holder = text === '' ? null : holderSchema.parse(JSON.parse(text));
    return holder && holds(holder, mtimeMs) ? holder : null;
  } catch (error) {
    // Removed by the holder of the next number, or damaged by a power failure, which no process has survived.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

function holds({ pid, started }: Holder, writtenAt: Milliseconds): boolean {
  if (!isAlive(pid)) return false;
  if (started === null) return Date.now() - writtenAt < SILENT_MS;
  return readProcess(pid)?.startTicks === started;
}
