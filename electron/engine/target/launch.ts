import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { ExitInfo, OutputStream, ServerSample, TargetProcess } from '../../../shared/model/run.ts';
import type { TargetSpec } from '../../../shared/model/setup.ts';
import type { Microseconds } from '../../../shared/model/units.ts';
import type { V8Profile } from '../../../shared/profile/v8-profile.ts';
import type { NodeBinary } from '../../../shared/protocol/contract.ts';
import { AGENT_FILE } from '../paths.ts';
import { AgentServer } from './agent-server.ts';
import { addAgent, type Environment, inheritEnvironment, usesPermissionModel } from './environment.ts';
import { chooseNode } from './find-nodes.ts';
import { RunningTarget } from './running-target.ts';

export interface Listener {
  readonly protocol: 'http' | 'https' | 'unknown';
  readonly host: string;
  readonly port: number | null;
  readonly socketPath: string | null;
  readonly pid: number;
}

export interface TargetEvents {
  onProcess(process: TargetProcess): void;
  onListening(listener: Listener): void;
  onSample(sample: ServerSample): void;
  /** Times are on the engine's clock. */
  onSlice(pid: number, profile: V8Profile): void;
  /** Whole characters, in chunks as they come. */
  onOutput(stream: OutputStream, text: string): void;
  onExit(exit: ExitInfo): void;
  onWarning(message: string): void;
}

/** The user's script, running. */
export interface Target {
  readonly pid: number;
  readonly node: NodeBinary;
  /** Whether the script reports from inside; without, there is no profile and no event-loop figure. */
  readonly agent: boolean;
  /** Resolves when the script's own process has ended and its output has been read. */
  readonly exit: Promise<ExitInfo>;
  readonly listeners: readonly Listener[];
  readonly exited: ExitInfo | null;
  /** The last lines of stderr, for the detail of a failure. */
  stderrTail(): string;
  /** Of all processes there are, and those that come later. Resolves when the samplers run. */
  startProfile(intervalUs: Microseconds): Promise<void>;
  /** Resolves when the last slices have arrived, or after 3 s. */
  stopProfile(): Promise<void>;
  /** Scripts with source maps; known after `stopProfile`. */
  scripts(): readonly { url: string; map: string }[];
  /** Ends the script and everything it started, within 6 s. Any number of times; also when the script has ended. */
  stop(): Promise<ExitInfo>;
}

/** Starts the script under the chosen Node, with the agent where it can be. Fails with a sentence when it cannot be started. */
export async function launchTarget(spec: TargetSpec, runId: string, events: TargetEvents): Promise<Outcome<Target>> {
  const problem = checkScript(spec.script) ?? checkFolder(spec.cwd);
  if (problem) return { ok: false, failure: problem };
  const node = await chooseNode(spec.node);
  if (!node.ok) return node;
  if (!existsSync(AGENT_FILE)) throw new Error(`${AGENT_FILE} is missing: run \`npm run build\` first`);

  const inherited = inheritEnvironment(process.env, spec.env);
  const withAgent = !usesPermissionModel(inherited.NODE_OPTIONS);
  const target = new RunningTarget(node.value, runId, withAgent, events);
  const server = await AgentServer.open(runId, target.agentEvents);
  const env = addAgent(inherited, runId, withAgent ? { file: AGENT_FILE, address: server.address } : null);
  const child = await start(node.value.path, spec, env);
  if (!child.ok) {
    server.close();
    return child;
  }
  target.attach(child.value, server);
  return succeed(target);
}

/** What keeps this path from being run; null: nothing. */
export function checkScript(script: string): Failure | null {
  try {
    if (!statSync(script).isFile())
      return fail('script-missing', `${script} is not a file.`, 'Choose the script that starts your server.').failure;
    accessSync(script, constants.R_OK);
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return fail('script-missing', `There is no file ${script}.`, 'Check the path of the script.').failure;
    return fail('script-unreadable', `${script} cannot be read (${code}).`, 'Check the permissions of the file and its folders.').failure;
  }
}

function checkFolder(dir: string | null): Failure | null {
  if (dir === null || statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return null;
  return fail(
    'spawn-failed',
    `The working folder ${dir} does not exist.`,
    'Choose another one, or leave it empty for the folder of the script.',
  ).failure;
}

/** Never through a shell. On POSIX in a process group of its own, so that all of it can be signalled at once. */
function start(node: string, spec: TargetSpec, env: Environment): Promise<Outcome<ChildProcess>> {
  const child = spawn(node, [spec.script, ...spec.args], {
    cwd: spec.cwd ?? dirname(spec.script),
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(succeed(child)));
    child.once('error', (error) =>
      resolve(fail('spawn-failed', `${node} could not be started: ${error.message}.`, 'Choose another Node.')),
    );
  });
}
