/**
 * A child that is started under the permission model could not read our preload, and would not start. So it gets its NODE_OPTIONS as they are
 * without us, and is watched from outside.
 */
import { usesPermissionModel, withoutPreload } from './node-options.ts';
import { changeSpawn, type SpawnOptions } from './spawn-hook.ts';

const NAME = 'NODE_OPTIONS=';

export function spareRestrictedChildren(): void {
  changeSpawn(spare);
}

function spare(options: SpawnOptions): SpawnOptions {
  const given = options?.envPairs?.find((pair) => pair.startsWith(NAME));
  if (given === undefined || !usesPermissionModel(given.slice(NAME.length), options.args)) return options;
  const left = withoutPreload(given.slice(NAME.length));
  const others = options.envPairs!.filter((pair) => pair !== given);
  return { ...options, envPairs: left === '' ? others : [...others, NAME + left] };
}
