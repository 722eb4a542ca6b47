/**
 * Start scripts that set NODE_OPTIONS themselves (`"start": "NODE_OPTIONS=--max-old-space-size=512 node server.js"`) replace what loads the agent.
 * For a command in such a folder, and for no other, a `node` of ours is the first on the PATH: it starts the next one there, with a flag that loads
 * the preload where NODE_OPTIONS does not. The program then sees that flag in `process.execArgv`, and forks inherit it (docs/user/PROGRAM.md).
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { makePrivateFolder } from '../machine/private-folder.ts';
import type { Environment } from './environment.ts';

/** Whether a script of its package.json sets NODE_OPTIONS, itself or by way of cross-env. */
export function setsNodeOptions(folder: string): boolean {
  try {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts?: unknown };
    return Object.values(scripts ?? {}).some((script) => typeof script === 'string' && /\bNODE_OPTIONS=/.test(script));
  } catch {
    return false;
  }
}

export interface NodeOnPath {
  readonly env: Environment;
  /** Called when no process of the run is left. */
  remove(): void;
}

/** `preload`: the file that NODE_OPTIONS loads otherwise. */
export function placeNode(env: Environment, preload: string): NodeOnPath {
  const folder = makePrivateFolder();
  const file = join(folder, 'node');
  writeFileSync(file, scriptOf(folder, preload));
  // Whatever the umask is: a process of another user may start Node, too.
  chmodSync(file, 0o755);
  chmodSync(folder, 0o711);
  return {
    env: { ...env, PATH: [folder, env.PATH].filter(Boolean).join(delimiter) },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Under the permission model the preload could not be read, and Node would not start. */
function scriptOf(folder: string, preload: string): string {
  return `#!/bin/sh
set -f
IFS=:
for at in $PATH; do
  [ "$at" != ${quoted(folder)} ] && [ -x "$at/node" ] && [ ! -d "$at/node" ] || continue
  unset IFS
  case "$NODE_OPTIONS $*" in
    *loopscope-preload.cjs* | *--permission* | *--experimental-permission*) exec "$at/node" "$@" ;;
  esac
  exec "$at/node" --require ${quoted(preload)} "$@"
done
echo 'node: not found' >&2
exit 127
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
