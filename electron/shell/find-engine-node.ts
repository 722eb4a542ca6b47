/** A Node of this machine that the engine can run in. */
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { type Failure, fail } from '../../shared/model/failure.ts';
import { isNewEnough, NEEDED_NODE } from '../engine/needed-node.ts';
import { listNodePlaces, type Machine } from '../engine/target/node-places.ts';

export interface EngineNode {
  readonly path: string;
  readonly version: string;
}

/** Names the Node to use, for people whose Node lies where nobody looks. */
export const NODE_VARIABLE = 'LOOPSCOPE_NODE';

/** A version manager's shim may look things up first. */
const ASK_TIMEOUT_MS = 5_000;

export type AskVersion = (path: string) => Promise<string | null>;

/** The first that is new enough, in the order in which a terminal would find them; null: there is none. */
export async function findEngineNode(machine: Machine = THIS_MACHINE, ask: AskVersion = askVersion): Promise<EngineNode | null> {
  const asked = new Set<string>();
  // One after the other: the first on PATH nearly always is the one, and starting a dozen programs at once is slower.
  for (const path of places(machine)) {
    if (asked.has(path)) continue;
    asked.add(path);
    const version = await ask(path);
    if (version !== null && isNewEnough(version)) return { path, version };
  }
  return null;
}

/**
 * The first that is there, without asking it for its version, which takes as long as starting the engine does: it nearly always
 * is new enough, and an engine in one that is not says so and ends. Null: there is none.
 */
export function guessEngineNode(machine: Machine = THIS_MACHINE, exists: (path: string) => boolean = isFile): string | null {
  return places(machine).find(exists) ?? null;
}

function places(machine: Machine): readonly string[] {
  const named = machine.env[NODE_VARIABLE];
  return named === undefined ? listNodePlaces(machine).map(({ path }) => path) : [named];
}

/** What the interface says instead of starting a run. */
export function noNodeFailure(): Failure {
  return fail(
    'node-missing',
    `Runs need Node.js ${NEEDED_NODE.join('.')} or newer, and none was found on this computer. Sessions can be opened without it.`,
    `Install it from nodejs.org and start Loopscope again; if it is installed somewhere unusual, set ${NODE_VARIABLE} to its path.`,
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
