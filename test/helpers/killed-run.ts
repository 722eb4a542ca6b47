/** A real run whose engine is killed by force, and what the next start finds of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clockUs } from '../../electron/engine/clock.ts';
import { Engine } from '../../electron/engine/engine.ts';
import { scratch, start } from './command.ts';
import { TARGETS_DIR } from './targets.ts';

export interface KilledRun {
  readonly offered: number;
  /** Requests of the recovered recording. */
  readonly completed: number;
  /** From the last recorded completion to the kill, µs. */
  readonly lostUs: number;
  /** Processes of the run that are alive 2 s after the kill. */
  readonly survivors: readonly number[];
}

export async function killRunAfter(measuredMs: number): Promise<KilledRun> {
  const dataDir = scratch();
  const run = start(['run', join(TARGETS_DIR, 'server.cjs'), '-c', '4', '-d', '30'], { LOOPSCOPE_DATA_DIR: dataDir });
  await run.said('measuring');
  await sleep(measuredMs);
  const marked = markedProcesses(dataDir);
  run.child.kill('SIGKILL');
  const killedAt = clockUs();
  await sleep(2_000);
  const survivors = marked.filter(isAlive);

  const engine = new Engine({ dataDir, host: 'browser' });
  const listed = await engine.handle('recordings.list', {});
  if (!listed.ok || listed.value[0] === undefined) return { offered: 0, completed: 0, lostUs: Number.POSITIVE_INFINITY, survivors };
  const recovered = await engine.handle('recordings.recover', { id: listed.value[0].id });
  if (!recovered.ok) throw new Error(recovered.failure.message);
  const { recording } = (await engine.sessions.view(recovered.value.sessionId)).open;
  const lostUs = killedAt - recording.originUs! - recording.load.durationUs;
  const { completed } = recording.load;
  await engine.close();
  return { offered: listed.value.length, completed, lostUs, survivors };
}

/** The target's processes: those whose environment carries a run's mark and this test's data folder. */
function markedProcesses(dataDir: string): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => {
    const environment = readQuietly(`/proc/${pid}/environ`);
    return environment.includes('LOOPSCOPE_RUN=') && environment.includes(dataDir);
  });
}

function isAlive(pid: number): boolean {
  const state = /\) (\w)/.exec(readQuietly(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // gone meanwhile, or not ours
  }
}
