/** Launches real scripts and keeps what they reported. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CaptureSet, capturesFor } from '../../electron/engine/captures/captures.ts';
import { launchTarget } from '../../electron/engine/target/launch.ts';
import type { LaunchedScript } from '../../electron/engine/target/launched-script.ts';
import { waitForUrl } from '../../electron/engine/target/wait-for-url.ts';
import type { Milliseconds } from '../../shared/base/units.ts';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { ServerSample, TargetProcess } from '../../shared/model/run.ts';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import type { ScriptTarget } from '../../shared/model/setup/setup.ts';
import type { V8Profile } from '../../shared/profile/import/v8-profile.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { doAfterEach } from './after-each.ts';
import { ensureAgentBuilt } from './build.ts';
import { scriptTarget } from './script-target.ts';
import { messageOf } from './worded.ts';

export const TARGETS_DIR = join(import.meta.dirname, '../fixtures/targets');

export interface Watched {
  readonly target: LaunchedScript;
  readonly runId: string;
  readonly processes: TargetProcess[];
  readonly samples: ServerSample[];
  readonly slices: { pid: number; profile: V8Profile }[];
  /** What was captured. */
  readonly recording: RunRecording;
  /** The CPU capture, at 1 ms unless the test says otherwise. */
  readonly captures: CaptureSet;
  readonly output: { stdout: string; stderr: string };
  readonly warnings: string[];
}

const running: LaunchedScript[] = [];
const folders: string[] = [];
let runs = 0;

/** `script` is a fixture's name or an absolute path. Stopped after the test. */
export async function launch(script: string, spec: Partial<ScriptTarget> = {}, intervalUs = 1_000): Promise<Watched> {
  ensureAgentBuilt();
  const runId = newRunId();
  const watched = {
    processes: [],
    samples: [],
    slices: [],
    output: { stdout: '', stderr: '' },
    warnings: [],
    recording: new RunRecording(),
  } as unknown as Watched;
  const captures = new CaptureSet(
    capturesFor(
      { ...defaultCapture('cpu'), intervalUs },
      {
        record: (entry) => {
          watched.recording.apply(entry);
          if (entry.type === 'slice') watched.slices.push({ pid: entry.pid, profile: entry.profile });
          if (entry.type === 'warning') watched.warnings.push(wordSaid(entry.says));
        },
        profiles: () => watched.recording.profiles(),
        run: () => ({ target: specOf(script, spec), node: null, measured: null }),
      },
    ),
  );
  const outcome = await launchTarget(specOf(script, spec), runId, captures, {
    onStarted: () => {},
    onProcess: (process) => watched.processes.push(process),
    onListening: () => {},
    onTimings: () => {},
    onSample: (sample) => watched.samples.push(sample),
    onThreads: (threads) => watched.recording.apply({ type: 'thread-times', ...threads }),
    onOutput: (stream, text) => {
      // What floods is counted elsewhere.
      if (watched.output[stream].length < 1_000_000) watched.output[stream] += text;
    },
    onExit: () => {},
    onWarning: (says) => watched.warnings.push(wordSaid(says)),
  });
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  running.push(outcome.value);
  return Object.assign(watched, { target: outcome.value, runId, captures });
}

/** As `launch`, and waits until it can be loaded. */
export async function launchServer(
  script: string,
  spec: Partial<ScriptTarget> = {},
  intervalUs?: number,
): Promise<Watched & { url: string }> {
  const watched = await launch(script, spec, intervalUs);
  const answer = await waitForUrl(watched.target, '/', 20, new AbortController().signal);
  if (answer.kind !== 'found') throw new Error(`${messageOf(answer.failure)}\n${watched.output.stderr}`);
  return { ...watched, url: answer.url };
}

export function specOf(script: string, spec: Partial<ScriptTarget> = {}): ScriptTarget {
  return scriptTarget({ script: resolve(TARGETS_DIR, script), node: process.execPath, ...spec });
}

export function newRunId(): string {
  return `test-${process.pid}-${++runs}`;
}

/** A real folder, gone after the test. */
export function temporaryFolder(name = 'loopscope-test-'): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), name)));
  folders.push(dir);
  return dir;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}

/** Looks again and again until `condition` holds, and says how long that took; fails after `timeoutMs`. */
export async function until(condition: () => boolean, what: string, timeoutMs = 30_000): Promise<Milliseconds> {
  const started = performance.now();
  while (!condition()) {
    if (performance.now() - started > timeoutMs) throw new Error(`after ${timeoutMs} ms still not: ${what}`);
    await sleep(20);
  }
  return performance.now() - started;
}

doAfterEach(async () => {
  await Promise.all(running.splice(0).map((target) => target.stop()));
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});
