/** A real run whose engine is killed by force, and what the next start finds of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Engine } from '../../electron/engine/api/engine.ts';
import { clockUs } from '../../electron/engine/machine/clock.ts';
import { scratch, start } from './command.ts';
import { TARGETS_DIR, until } from './targets.ts';
import { messageOf } from './worded.ts';

export interface KilledRun {
  readonly offered: number;
  /** Requests of the recovered recording. */
  readonly completed: number;
  /** From the last recorded completion to the kill, µs. */
  readonly lostUs: number;
  /** From the kill to the end of the last process of the run, ms. */
  readonly outlivedMs: number;
}

export async function killRunAfter(measuredMs: number): Promise<KilledRun> {
  const dataDir = scratch();
  const run = start(['run', join(TARGETS_DIR, 'server.cjs'), '-c', '4', '-d', '30'], { LOOPSCOPE_DATA_DIR: dataDir });
  await run.said('measuring');
  await sleep(measuredMs);
  const marked = markedProcesses(dataDir);
  run.child.kill('SIGKILL');
  const killedAt = clockUs();
  const outlivedMs = await until(() => !marked.some(isAlive), 'nothing of the run is left');

  const engine = new Engine({ dataDir, host: 'browser' });
  const listed = await engine.handle('recordings.list', {});
  if (!listed.ok || listed.value[0] === undefined) return { offered: 0, completed: 0, lostUs: Number.POSITIVE_INFINITY, outlivedMs };
  const recovered = await engine.handle('recordings.recover', { id: listed.value[0].id });
  if (!recovered.ok) throw new Error(messageOf(recovered.failure));
  const { recording } = (await engine.sessions.view(recovered.value.sessionId)).open;
  const lostUs = killedAt - recording.originUs! - recording.load.durationUs;
  const { completed } = recording.load;
  await engine.close();
  return { offered: listed.value.length, completed, lostUs, outlivedMs };
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
