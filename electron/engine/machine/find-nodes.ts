import { execFile } from 'node:child_process';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { MINIMUM_TARGET_NODE_MAJOR } from '../../../shared/model/setup/setup.ts';
import type { NodeBinary } from '../../../shared/protocol/setup-contract.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { HOSTED_VARIABLE } from './hosted.ts';
import { listNodePlaces, type Machine, type NodePlace } from './node-places.ts';

/** A binary of 100 MB that is read for the first time from a slow disk takes seconds; one that hangs must not hold the list for ever. */
const ASK_TIMEOUT_MS = 15_000;

const THIS_MACHINE: Machine = { platform: process.platform, env: process.env, home: homedir(), list: listFolder };

let known: Promise<NodeBinary[]> | null = null;
/** Real path -> version. A binary that is replaced in place has another modification time. */
const versions = new Map<string, Promise<string | null>>();

/** The Node binaries of this machine, each once, usable ones first. Searched once; `refresh` searches again. */
export function findNodes(refresh: boolean): Promise<NodeBinary[]> {
  if (refresh || known === null) {
    const search = findNodesOn(THIS_MACHINE);
    known = search;
    search.catch(() => {
      if (known === search) known = null;
    });
  }
  return known;
}

/** As `findNodes`, on a described machine; our own binary is listed last, if it is a Node and was not found elsewhere. */
export async function findNodesOn(machine: Machine): Promise<NodeBinary[]> {
  const places: NodePlace[] = [...listNodePlaces(machine), ...ownNode()];
  const binaries = await Promise.all(distinct(places.filter(({ path }) => isFile(path))).map(askNode));
  const found = binaries.filter(({ version }) => version !== null);
  return [...found.filter(({ problem }) => problem === null), ...found.filter(({ problem }) => problem !== null)];
}

/** Whether this path is a Node that can run a target. */
export async function checkNode(path: string): Promise<Outcome<NodeBinary>> {
  if (!isFile(path)) return fail('node-missing', say('machine.noNodeAt', { path }), say('machine.checkNode'));
  const binary = await askNode({ path, source: 'chosen' });
  if (binary.version === null) return fail('node-missing', say('machine.notNode', { path }), say('machine.nodeItself'));
  if (binary.problem !== null)
    return fail('node-too-old', binary.problem, say('machine.newerNode', { minimum: MINIMUM_TARGET_NODE_MAJOR }));
  return succeed(binary);
}

/** The given Node, or the first suitable one found. */
export async function chooseNode(path: string | null): Promise<Outcome<NodeBinary>> {
  if (path !== null) return checkNode(path);
  const first = (await findNodes(false))[0];
  if (first?.problem === null) return succeed(first);
  return fail('node-missing', say('machine.noNode'), say('machine.installNode'));
}

/** Asked for its version, the desktop program would open a window instead. */
function ownNode(): NodePlace[] {
  const isHosted = process.versions.electron !== undefined || process.env[HOSTED_VARIABLE] !== undefined;
  return isHosted ? [] : [{ path: process.execPath, source: 'Loopscope’s own' }];
}

async function askNode({ path, source }: NodePlace): Promise<NodeBinary> {
  const version = await askVersion(path);
  return { path, version, source, problem: problemOf(version) };
}

function problemOf(version: string | null): Said | null {
  if (version === null) return say('machine.isNotNode');
  if (Number.parseInt(version, 10) >= MINIMUM_TARGET_NODE_MAJOR) return null;
  return say('machine.nodeTooOld', { version, minimum: MINIMUM_TARGET_NODE_MAJOR });
}

function askVersion(path: string): Promise<string | null> {
  const key = `${path}|${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`;
  const before = versions.get(key);
  if (before !== undefined) return before;
  const asked = runVersion(path);
  versions.set(key, asked);
  // The machine may have been too busy: asked again next time.
  void asked.then((version) => version === null && versions.delete(key));
  return asked;
}

async function runVersion(path: string): Promise<string | null> {
  const printed = await runNode(path, ['--version']);
  return /^v(\d+\.\d+\.\d+\S*)\s*$/.exec(printed ?? '')?.[1] ?? null;
}

/** What a Node prints; null: it could not be run, or has failed. */
export function runNode(path: string, args: readonly string[]): Promise<string | null> {
  // Without NODE_OPTIONS: its preloads must not run for a look-up.
  const { NODE_OPTIONS: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(path, args, { env, timeout: ASK_TIMEOUT_MS, windowsHide: true }, (error, stdout) => resolve(error ? null : stdout));
  });
}

/** Different names of one binary are one binary; the first name wins. */
function distinct(places: readonly NodePlace[]): NodePlace[] {
  const byFile = new Map<string, NodePlace>();
  for (const place of places) {
    const file = realpathSync(place.path);
    if (!byFile.has(file)) byFile.set(file, place);
  }
  return [...byFile.values()];
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function listFolder(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
