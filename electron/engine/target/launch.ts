import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { Refusal } from '../../../shared/model/setup/setting.ts';
import type { NameValue, ScriptTarget } from '../../../shared/model/setup/setup.ts';
import type { NodeBinary } from '../../../shared/protocol/setup-contract.ts';
import { say } from '../../../shared/words/said.ts';
import { usesPermissionModel } from '../agent/node-options.ts';
import { readProcess } from '../agent/processes.ts';
import type { CaptureSet } from '../captures/captures.ts';
import { chooseNode } from '../machine/find-nodes.ts';
import { AGENT_FILE, PRELOAD_FILE } from '../machine/paths.ts';
import { AgentServer } from './agent-server.ts';
import { checkNodeArgs, checkScript } from './check-script.ts';
import { addAgent, type Environment, inheritEnvironment } from './environment.ts';
import type { LaunchedScript, ScriptEvents } from './launched-script.ts';
import { placeNode, setsNodeOptions } from './node-on-path.ts';
import { placePreload } from './preload-file.ts';
import { RunningTarget } from './running-target.ts';

/** Starts the script under the chosen Node, with the flags of its captures, and with the agent if possible. Fails with a message if it cannot be started. */
export async function launchTarget(
  spec: ScriptTarget,
  runId: string,
  captures: CaptureSet,
  events: ScriptEvents,
): Promise<Outcome<LaunchedScript>> {
  const problem = checkScript(spec.script) ?? checkFolder(spec.cwd) ?? checkNodeArgs(spec.nodeArgs);
  if (problem) return { ok: false, failure: problem };
  const node = await chooseNode(spec.node);
  if (!node.ok) return node;
  const { cwd, script, args, nodeArgs, env } = spec;
  return launchProgram(
    {
      node: node.value,
      file: node.value.path,
      argsAfter: (flags) => [...flags, ...nodeArgs, script, ...args],
      nodeArgs,
      cwd: cwd ?? dirname(script),
      env,
      sayFailure: (why) => ({ says: say('target.notStarted', { node: node.value.path, why }), hint: say('target.chooseNode') }),
    },
    runId,
    captures,
    events,
  );
}

export interface Program {
  /** Null: not Node itself. */
  readonly node: NodeBinary | null;
  readonly file: string;
  /** `flags`: those of captures, for Node. */
  argsAfter(flags: readonly string[]): readonly string[];
  /** Other arguments for Node. */
  readonly nodeArgs: readonly string[];
  readonly cwd: string;
  readonly env: readonly NameValue[];
  sayFailure(why: string): Refusal;
}

/** Starts any program, and has the agent in each of its processes that runs Node. */
export async function launchProgram(
  program: Program,
  runId: string,
  captures: CaptureSet,
  events: ScriptEvents,
): Promise<Outcome<LaunchedScript>> {
  const missing = [PRELOAD_FILE, AGENT_FILE].find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`${missing} is missing: run \`npm run build\` first`);
  const changes = await captures.prepareLaunch();
  const inherited = inheritEnvironment(process.env, [...program.env, ...changes.env]);
  const withAgent = !usesPermissionModel(inherited.NODE_OPTIONS, program.nodeArgs);
  const target = new RunningTarget(program.node, runId, withAgent, captures, events);
  // This may fail, so it comes before the server is opened.
  const preload = placePreload();
  const server = await AgentServer.open(runId, target.agentEvents);
  const isReplaced = withAgent && program.node === null && process.platform !== 'win32' && setsNodeOptions(program.cwd);
  const onPath = isReplaced ? placeNode(inherited, preload.path) : null;
  const close = () => {
    server.close();
    preload.remove();
    onPath?.remove();
  };
  const env = addAgent(onPath?.env ?? inherited, runId, withAgent ? { preload: preload.path, address: server.address } : null);
  const child = await start(program, changes.nodeFlags, env);
  if (!child.ok) {
    close();
    return child;
  }
  target.attach(child.value, close);
  const leader = readProcess(target.pid);
  if (leader !== null) events.onStarted(leader);
  return succeed(target);
}

function checkFolder(dir: string | null): Failure | null {
  if (dir === null || statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return null;
  return fail('spawn-failed', say('target.noFolder', { path: dir }), say('target.chooseFolder')).failure;
}

/** Never through a shell. On POSIX in its own process group, so that all its processes can be signalled at once. */
async function start(program: Program, flags: readonly string[], env: Environment): Promise<Outcome<ChildProcess>> {
  try {
    return succeed(await spawned(program, flags, env));
  } catch (error) {
    const { says, hint } = program.sayFailure((error as Error).message);
    return fail('spawn-failed', says, isTooMuch(error) ? say('target.shorten') : hint);
  }
}

/** More arguments and variables than the system passes to a process, or a single one that is too long. */
function isTooMuch(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'E2BIG';
}

/** Rejects with the system's error; some errors are thrown by `spawn` itself. */
function spawned({ file, argsAfter, cwd }: Program, flags: readonly string[], env: Environment): Promise<ChildProcess> {
  const child = spawn(file, argsAfter(flags), {
    cwd,
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    // Standard input stays open, as in a terminal: many programs end when it closes.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', reject);
  });
}
