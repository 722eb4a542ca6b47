/** The port that captures go through: several at once, each with its own wishes about the launch, its start, its end and what it reads afterwards. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { CapturePort, CaptureStore } from '../../electron/engine/captures/capture-port.ts';
import { capturesFor } from '../../electron/engine/captures/captures.ts';
import { RunController, type RunResult } from '../../electron/engine/experiments/run/run-controller.ts';
import { createJournal, journalSession } from '../../electron/engine/sessions/journal.ts';
import { openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { RunningTarget } from '../../electron/engine/target/running-target.ts';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { ensureAgentBuilt } from '../helpers/build.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { planOf } from '../helpers/plans.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { newRunId, specOf, temporaryFolder } from '../helpers/targets.ts';

/** Counts its requests and leaves what it was given behind when it ends. */
const SCRIPT = `
let requests = 0;
require('node:http').createServer((request, response) => { requests += 1; response.end('ok'); }).listen(0, '127.0.0.1');
process.on('SIGTERM', () => {
  require('node:fs').writeFileSync(process.env.LEAVES, JSON.stringify({ flags: process.execArgv, requests }));
  process.exit(0);
});
`;

/** Reads what the script has left. */
function leavings(file: string, store: CaptureStore, calls: string[]): CapturePort {
  const log = (call: string) => async () => void calls.push(call);
  return {
    name: 'leavings',
    prepareLaunch: async () => ({ nodeFlags: ['--stack-trace-limit=7'], env: [{ name: 'LEAVES', value: file }] }),
    start: log('start'),
    stop: log('stop'),
    afterExit: async () => {
      calls.push('afterExit');
      if (!existsSync(file)) return;
      const { flags, requests } = JSON.parse(readFileSync(file, 'utf8')) as { flags: string[]; requests: number };
      calls.push(...flags);
      store.record({ type: 'captured', figure: { capture: 'leavings', name: 'requests', pid: 1, thread: 0, value: requests, unit: '' } });
    },
    onProcess: () => calls.push('process'),
    onMessage: () => false,
    onGone: () => calls.push('gone'),
  };
}

async function run(
  setup: Setup,
  dir: string,
): Promise<{ result: RunResult; recording: RunRecording; calls: string[]; entries: RecordingEntry[] }> {
  ensureAgentBuilt();
  await ensureLoadBuilt();
  const recording = new RunRecording();
  const calls: string[] = [];
  const entries: RecordingEntry[] = [];
  const controller = new RunController(
    newRunId(),
    setup,
    {
      record: (entry) => {
        entries.push(entry);
        recording.apply(entry);
      },
      onQuestion: () => false,
      profiles: () => recording.profiles(),
    },
    (asked, store) => [...capturesFor(asked, store), leavings(join(dir, 'left.json'), store, calls)],
  );
  return { result: await controller.result, recording, calls, entries };
}

function setupOf(script: string): Setup {
  return {
    target: specOf(script),
    ...planOf({ connections: 2, end: { by: 'amount', requests: 50 } }),
    capture: defaultCapture('cpu'),
    collectGarbage: true,
  };
}

test('two captures run at once; what one of them reads after the script has ended is stored in the session file', async () => {
  const dir = temporaryFolder();
  const script = join(dir, 'leaves.cjs');
  writeFileSync(script, SCRIPT);
  const { result, recording, calls, entries } = await run(setupOf(script), dir);
  expect(result).toEqual({ ending: 'completed', failure: null });
  expect(calls).toEqual(['process', 'start', 'stop', 'gone', 'afterExit', '--stack-trace-limit=7']);
  expect(recording.capturedFigures).toEqual([expect.objectContaining({ capture: 'leavings', name: 'requests', value: 50 })]);
  expect(recording.profileSources).toEqual([expect.objectContaining({ thread: 0, kind: 'cpu', unit: 'microseconds', intervalUs: 1_000 })]);
  expect(entries.at(-1)).toMatchObject({ type: 'end' });

  const [header] = syntheticEntries({ seconds: 0 });
  if (header?.type !== 'header') throw new Error('no header');
  const journal = await createJournal(join(dir, 'journal'), header.header);
  if (!journal.ok) throw new Error(journal.failure.code);
  const again = new RunRecording();
  for (const entry of [header, ...entries]) {
    again.apply(entry);
    journal.value.append(entry);
  }
  const path = join(dir, 'captured.loopscope');
  await writeSession(journalSession(journal.value, again), path, { overwrite: false });
  await journal.value.close();
  const opened = await openSession(path);
  expect(opened.ok && opened.value.recording.capturedFigures).toEqual(recording.capturedFigures);
});

test('a capture is also told of the end when the script cannot be started', async () => {
  const dir = temporaryFolder();
  const { result, calls } = await run(setupOf(join(dir, 'missing.cjs')), dir);
  expect([result.ending, result.failure?.code]).toEqual(['failed', 'script-missing']);
  expect(calls).toEqual(['afterExit']);
});

test('processes are sampled when the load has ended, and not only when late responses have been waited for', async () => {
  const dir = temporaryFolder();
  const script = join(dir, 'hangs.cjs');
  writeFileSync(script, `let n = 0; require('node:http').createServer((q, r) => { if (++n <= 50) r.end('ok'); }).listen(0, '127.0.0.1');`);
  const sample = vi.spyOn(RunningTarget.prototype, 'sample');
  const recording = new RunRecording();
  const asked: Record<string, number> = {};
  const controller = new RunController(
    newRunId(),
    { ...setupOf(script), ...planOf({ connections: 2, end: { by: 'duration', seconds: 1 } }) },
    {
      record: (entry) => {
        recording.apply(entry);
        asked[entry.type] = sample.mock.calls.length;
      },
      onQuestion: () => false,
      profiles: () => recording.profiles(),
    },
  );
  await controller.result;
  sample.mockRestore();
  expect(recording.liveness!.waited).toBeGreaterThan(0);
  expect([asked.origin, asked['load-end'], asked.end]).toEqual([1, 2, 2]);
});
