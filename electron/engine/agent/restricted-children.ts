/**
 * A child that is started under the permission model could not read our preload, and would not start. So it gets its NODE_OPTIONS as they are
 * without us, and is watched from outside. Hooked below `child_process`, in the functions of Node's own that all ways of starting a child end in:
 * what the program sees of `child_process` is untouched, and nothing is loaded for it.
 */
import { usesPermissionModel, withoutPreload } from './node-options.ts';

interface SpawnOptions {
  readonly args?: readonly string[];
  readonly envPairs?: readonly string[];
}
type Spawn = (this: unknown, options: SpawnOptions, ...others: unknown[]) => unknown;

const NAME = 'NODE_OPTIONS=';

export function spareRestrictedChildren(): void {
  try {
    hook(binding('process_wrap').Process!.prototype as { spawn: Spawn });
    hook(binding('spawn_sync') as unknown as { spawn: Spawn });
  } catch {
    // A Node without them: such children do not start.
  }
}

function hook(owner: { spawn: Spawn }): void {
  const { spawn } = owner;
  owner.spawn = function (options, ...others) {
    return spawn.call(this, spare(options), ...others);
  };
}

function spare(options: SpawnOptions): SpawnOptions {
  const given = options?.envPairs?.find((pair) => pair.startsWith(NAME));
  if (given === undefined || !usesPermissionModel(given.slice(NAME.length), options.args)) return options;
  const left = withoutPreload(given.slice(NAME.length));
  const others = options.envPairs!.filter((pair) => pair !== given);
  return { ...options, envPairs: left === '' ? others : [...others, NAME + left] };
}

/** Node warns whoever asked for it that the function is out of date; that would be about our use of it. */
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
