/** The built command as a user types it, with a data folder of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { doAfterEach } from './after-each.ts';
import { ensureBuilt } from './build.ts';
import { runHere } from './command-here.ts';

export const COMMAND = join(ROOT, 'dist/cli/loopscope.js');

const folders: string[] = [];
const children: ChildProcess[] = [];
doAfterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that goes with the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-test-'));
  folders.push(folder);
  return folder;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stderr(): string;
  /** Resolves when stderr has said so. */
  said(text: string): Promise<void>;
}

export function start(args: readonly string[], env: Record<string, string> = {}, node = process.execPath): Started {
  ensureBuilt();
  const child = spawn(node, [COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true', LOOPSCOPE_DATA_DIR: env.LOOPSCOPE_DATA_DIR ?? scratch(), ...env },
  });
  children.push(child);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...text })));
  const said = async (words: string): Promise<void> => {
    while (!text.stderr.includes(words)) {
      if (child.exitCode !== null) throw new Error(`ended without saying "${words}":\n${text.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, ended, stderr: () => text.stderr, said };
}

/** Commands that read and write files, and measure nothing. */
const OF_FILES: readonly string[] = ['show', 'export', 'import', 'plan', 'recent'];

export function loopscope(...args: string[]): Promise<Ended> {
  return OF_FILES.includes(args[0]!) ? loopscopeHere(...args) : start(args).ended;
}

/** In this process: for what starts nothing, such as a call that is refused. */
export function loopscopeHere(...args: string[]): Promise<Ended> {
  ensureBuilt();
  return runHere([process.execPath, COMMAND, ...args], { CI: 'true', LOOPSCOPE_DATA_DIR: scratch() });
}

/** What a line prints in a shell that finds `loopscope`. Rejects when it fails. */
export async function typed(line: string): Promise<string> {
  ensureBuilt();
  const folder = scratch();
  writeFileSync(join(folder, 'loopscope'), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, CI: 'true', LOOPSCOPE_DATA_DIR: folder, PATH: `${folder}:${process.env.PATH}` };
  return (await promisify(execFile)('sh', ['-c', line], { env })).stdout;
}

/** The engine runs under another Node. */
export function runUnder(node: string, args: readonly string[]): Promise<Ended> {
  return start(args, {}, node).ended;
}

/** The JSON document of runs that Loopscope itself loaded: nothing in it comes from another load tool. */
export type OwnDocument = Omit<ReportDocument, 'runs'> & {
  readonly runs: readonly Exclude<ReportDocument['runs'][number], { readonly load: { readonly model: 'external' } }>[];
};

/** `run --json`: the report and the exit code. */
export async function runJson(...args: string[]): Promise<{ code: number | null; report: OwnDocument; stderr: string }> {
  const { code, stdout, stderr } = await loopscope('run', '--json', ...args);
  return { code, report: JSON.parse(stdout) as OwnDocument, stderr };
}
