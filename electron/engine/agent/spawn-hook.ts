/**
 * Hooks below `child_process`, in the functions of Node's own that all ways of starting a child end in: what the program sees of
 * `child_process` is untouched, and nothing is loaded for it.
 */

export interface SpawnOptions {
  readonly args?: readonly string[];
  readonly envPairs?: readonly string[];
}
/** A process that has been started. */
export interface ProcessHandle {
  readonly pid: number;
}
type Spawn = (this: object, options: SpawnOptions, ...others: unknown[]) => unknown;
type Change = (options: SpawnOptions) => SpawnOptions;

/** `change`: what children are started with, those that are waited for, too. A Node without these functions: children are as without us. */
export function changeSpawn(change: Change): void {
  for (const owner of [asynchronous(), synchronous()]) {
    if (owner === null) continue;
    const { spawn } = owner;
    owner.spawn = function (options, ...others) {
      return spawn.call(this, change(options), ...others);
    };
  }
}

/** `started`: called for each asynchronously started process. */
export function hookSpawn(started: (handle: ProcessHandle) => void): void {
  const owner = asynchronous();
  if (owner === null) return;
  const { spawn } = owner;
  owner.spawn = function (options, ...others) {
    const failed = spawn.call(this, options, ...others);
    if (failed === 0) started(this as ProcessHandle);
    return failed;
  };
}

const asynchronous = () => ownerOf(() => binding('process_wrap').Process!.prototype);
const synchronous = () => ownerOf(() => binding('spawn_sync'));

/** Null: this Node has no such functions. */
function ownerOf(find: () => unknown): { spawn: Spawn } | null {
  try {
    return find() as { spawn: Spawn };
  } catch {
    return null;
  }
}

/** Suppresses Node's deprecation warning, which would be about our use of the function. */
function binding(name: string): { readonly Process?: { readonly prototype: unknown } } {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return (process as unknown as { binding(name: string): ReturnType<typeof binding> }).binding(name);
  } finally {
    process.noDeprecation = noDeprecation;
    if (noDeprecation === undefined) delete process.noDeprecation;
  }
}
