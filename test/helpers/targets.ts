/** Launches real scripts and keeps what they reported. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { launchTarget, type Target } from '../../electron/engine/target/launch.ts';
import { waitForUrl } from '../../electron/engine/target/wait-for-url.ts';
import type { ServerSample, TargetProcess } from '../../shared/model/run.ts';
import type { TargetSpec } from '../../shared/model/setup.ts';
import type { V8Profile } from '../../shared/profile/v8-profile.ts';
import { ensureAgentBuilt } from './build.ts';

export const TARGETS_DIR = join(import.meta.dirname, '../fixtures/targets');

export interface Watched {
  readonly target: Target;
  readonly runId: string;
  readonly processes: TargetProcess[];
  readonly samples: ServerSample[];
  readonly slices: { pid: number; profile: V8Profile }[];
  readonly output: { stdout: string; stderr: string };
  readonly warnings: string[];
}

const running: Target[] = [];
const folders: string[] = [];
let runs = 0;

/** `script` is a fixture's name or an absolute path. Stopped after the test. */
export async function launch(script: string, spec: Partial<TargetSpec> = {}): Promise<Watched> {
  ensureAgentBuilt();
  const runId = newRunId();
  const watched = { processes: [], samples: [], slices: [], output: { stdout: '', stderr: '' }, warnings: [] } as unknown as Watched;
  const outcome = await launchTarget(specOf(script, spec), runId, {
    onProcess: (process) => watched.processes.push(process),
    onListening: () => {},
    onSample: (sample) => watched.samples.push(sample),
    onSlice: (pid, profile) => watched.slices.push({ pid, profile }),
    onOutput: (stream, text) => {
      // What floods is counted elsewhere.
      if (watched.output[stream].length < 1_000_000) watched.output[stream] += text;
    },
    onExit: () => {},
    onWarning: (message) => watched.warnings.push(message),
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  running.push(outcome.value);
  return Object.assign(watched, { target: outcome.value, runId });
}

/** As `launch`, and waits until it can be loaded. */
export async function launchServer(script: string, spec: Partial<TargetSpec> = {}): Promise<Watched & { url: string }> {
  const watched = await launch(script, spec);
  const answer = await waitForUrl(watched.target, '/', 20, new AbortController().signal);
  if (answer.kind !== 'found') throw new Error(`${answer.failure.message}\n${watched.output.stderr}`);
  return { ...watched, url: answer.url };
}

export function specOf(script: string, spec: Partial<TargetSpec> = {}): TargetSpec {
  return { script: resolve(TARGETS_DIR, script), args: [], cwd: null, env: [], node: process.execPath, portTimeoutS: 30, ...spec };
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

/** Looks again and again until `condition` holds; fails after `timeoutMs`. */
export async function until(condition: () => boolean, what: string, timeoutMs = 15_000): Promise<void> {
  const started = performance.now();
  while (!condition()) {
    if (performance.now() - started > timeoutMs) throw new Error(`after ${timeoutMs} ms still not: ${what}`);
    await sleep(20);
  }
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((target) => target.stop()));
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});
