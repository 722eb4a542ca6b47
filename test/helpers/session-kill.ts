/** Kills writers at seeded moments and looks at what they have left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { Library } from '../../electron/engine/sessions/library.ts';
import type { OpenSession } from '../../electron/engine/sessions/open-session.ts';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { bundleProgram } from './build-load.ts';
import { messageOf } from './worded.ts';

/** In the repository, because the program looks for its package.json above its own code. */
const bundleOf = (name: string): string => join(ROOT, '.cache/session-writers', `${name}.mjs`);
const RECORD = 'record-forever';
const SAVE = 'save-forever';

/** Bundles the writers, to be called before they are killed: compiled at each of two hundred starts, they would take most of the time. */
export async function buildWriters(): Promise<void> {
  await Promise.all([RECORD, SAVE].map((name) => bundleProgram(`test/fixtures/sessions/${name}.ts`, bundleOf(name))));
}

function start(name: string, ...args: string[]): { child: ChildProcess; lines: string[]; firstLine: Promise<unknown> } {
  const child = spawn(process.execPath, [bundleOf(name), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout! });
  reader.on('line', (line) => lines.push(line));
  const ended = once(reader, 'close').then(() => Promise.reject(new Error(`${name} ended before its first line`)));
  return { child, lines, firstLine: Promise.race([once(reader, 'line'), ended]) };
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

export interface KilledRecording {
  /** Null: the engine was killed before its header was on disk. */
  readonly session: OpenSession | null;
  /** Requests appended until 1.5 s before the kill, and until the kill. */
  readonly mustHave: number;
  readonly appended: number;
  /** While the engine lived, its recording was not offered to others. */
  readonly offeredWhileAlive: boolean;
}

/** Lets an engine record for `ms` after its start and kills it. */
export async function killWhileRecording(dataDir: string, id: string, ms: number): Promise<KilledRecording> {
  const { child, lines, firstLine } = start(RECORD, dataDir, id);
  await firstLine;
  await wait(ms);
  const library = new Library(dataDir);
  const offeredWhileAlive = (await library.recordings()).some((one) => one.id === id);
  const killedAt = Date.now();
  await kill(child);
  const counts = lines.slice(1).map((line) => line.split(' ').map(Number) as [number, number]);
  const mustHave = counts.filter(([, at]) => at <= killedAt - 1_500).at(-1)?.[0] ?? 0;
  const appended = counts.at(-1)?.[0] ?? 0;
  const offered = (await new Library(dataDir).recordings()).some((one) => one.id === id);
  if (!offered) return { session: null, mustHave, appended, offeredWhileAlive };
  const recovered = await library.recover(id);
  if (!recovered.ok) throw new Error(messageOf(recovered.failure));
  if (recovered.value.kind === 'comparison') throw new Error('A single run was recorded');
  return { session: recovered.value, mustHave, appended, offeredWhileAlive };
}

/** Lets a writer save over `path` for `ms` and kills it; opens what is there. */
export async function killWhileSaving(from: string, path: string, ms: number): Promise<{ session: OpenSession; leftovers: number }> {
  const { child, firstLine } = start(SAVE, from, path);
  await firstLine;
  await wait(ms);
  await kill(child);
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(`${opened.failure.code}: ${messageOf(opened.failure)}`);
  const leftovers = readdirSync(dirname(path)).filter((name) => name.endsWith('.loopscope-tmp'));
  // They are swept an hour later; two hundred of them would fill the disk.
  for (const name of leftovers) rmSync(join(dirname(path), name));
  return { session: opened.value, leftovers: leftovers.length };
}
