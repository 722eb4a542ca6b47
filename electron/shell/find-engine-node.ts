/** Finds a Node on this machine that can run the engine. */
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { type Failure, fail } from '../../shared/model/failure.ts';
import { say } from '../../shared/words/said.ts';
import { isNewEnough, NEEDED_NODE } from '../engine/machine/needed-node.ts';
import { listNodePlaces, type Machine } from '../engine/machine/node-places.ts';

export interface EngineNode {
  readonly path: string;
  readonly version: string;
}

/** Environment variable with the path of the Node to use, if it is in an unusual place. */
export const NODE_VARIABLE = 'LOOPSCOPE_NODE';

/** A version manager's shim may need time to find the real binary. */
const ASK_TIMEOUT_MS = 5_000;

export type AskVersion = (path: string) => Promise<string | null>;

/** The first Node that is new enough, in the order in which a terminal would find them; null: there is none. */
export async function findEngineNode(machine: Machine = THIS_MACHINE, ask: AskVersion = askVersion): Promise<EngineNode | null> {
  const asked = new Set<string>();
  // One after the other: the first on PATH is nearly always the right one, and starting a dozen programs at once is slower.
  for (const path of places(machine)) {
    if (asked.has(path)) continue;
    asked.add(path);
    const version = await ask(path);
    if (version !== null && isNewEnough(version)) return { path, version };
  }
  return null;
}

/**
 * The first Node found, without asking for its version, which would take as long as starting the engine. It is nearly always new
 * enough, and if it is not, the engine says so and exits. Null: there is none.
 */
export function guessEngineNode(machine: Machine = THIS_MACHINE, exists: (path: string) => boolean = isFile): string | null {
  return places(machine).find(exists) ?? null;
}

function places(machine: Machine): readonly string[] {
  const named = machine.env[NODE_VARIABLE];
  return named === undefined ? listNodePlaces(machine).map(({ path }) => path) : [named];
}

/** What the interface shows instead of starting a run. */
export function noNodeFailure(): Failure {
  return fail(
    'node-missing',
    say('machine.windowNeedsNode', { version: NEEDED_NODE.join('.') }),
    say('machine.windowInstallNode', { variable: NODE_VARIABLE }),
  ).failure;
}

const THIS_MACHINE: Machine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  list: (dir) => {
    try {
      return readdirSync(dir);
    } catch {
      return [];
    }
  },
};

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function askVersion(path: string): Promise<string | null> {
  if (!isFile(path)) return Promise.resolve(null);
  const { NODE_OPTIONS: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(path, ['--version'], { env, timeout: ASK_TIMEOUT_MS, windowsHide: true }, (error, stdout) => {
      const version = /^v(\d+\.\d+\.\d+\S*)\s*$/.exec(String(stdout));
      resolve(error || version === null ? null : (version[1] ?? null));
    });
  });
}
