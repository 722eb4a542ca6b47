/** The bundled studies as they are shipped: their servers by hand, and their runs through the engine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { STUDIES_DIR } from '../../electron/engine/machine/paths.ts';
import { loadStudies } from '../../electron/engine/studies/load-studies.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type { Study } from '../../shared/model/comparison/study.ts';
import { hasLoad, type RunReport } from '../../shared/model/report.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { ensureBuilt } from './build.ts';
import { scratch } from './command.ts';
import { scriptOf } from './script-target.ts';
import { messageOf } from './worded.ts';

const demos = await loadStudies(STUDIES_DIR);

export function findStudy(name: string): Study {
  return demos.find((demo) => demo.name === name)!;
}

export function variantOf(study: string, name: string): Setup {
  return findStudy(study).variants.find((one) => one.name === name)!.setup;
}

export function comparisonOf(study: string, name: string): ComparisonSetup {
  return findStudy(study).comparisons.find((one) => one.name === name)!.comparison;
}

export interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it has printed so far. */
  output(): string;
}

/** Starts a variant's script as a person would, without Loopscope. */
export async function startVariant(setup: Setup, more: Record<string, string> = {}): Promise<Served> {
  const target = scriptOf(setup);
  const env = { ...process.env, ...Object.fromEntries(target.env.map(({ name, value }) => [name, value])), ...more };
  const child = spawn(process.execPath, [target.script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /http:\S+/.exec(output);
      if (found) resolve(found[0]);
    });
  });
  return { child, url, output: () => output };
}

/** A run without profiler, as a pass of a comparison is made. Throws when it fails. */
export async function measure(setup: Setup): Promise<RunReport> {
  ensureBuilt();
  const engine = new Engine({ dataDir: scratch(), host: 'browser' });
  try {
    const started = await engine.startRun({ ...setup, capture: { kind: 'none' } }, {});
    if (!started.ok) throw new Error(messageOf(started.failure));
    const { failure } = await engine.sessions.finished(started.value.sessionId);
    if (failure) throw new Error(`${messageOf(failure)}\n${failure.detail ?? ''}`);
    return (await engine.report(started.value.sessionId, null)).runs.find(hasLoad)!;
  } finally {
    await engine.close();
  }
}
