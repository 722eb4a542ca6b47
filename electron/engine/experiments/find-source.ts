/**
 * The file of a frame on this machine, for the user's editor. What a profile calls a file is anybody's text: only files of functions that
 * were recorded here, and that lie in the folder of the script, are named.
 */
import type { Frame } from '../../../shared/model/profile/profile.ts';
import { canBeLinked } from '../../../shared/model/setup/editors.ts';
import { type FunctionName, isFrameOf } from '../../../shared/profile/tree/folds.ts';
import type { FoundSource } from '../../../shared/protocol/profile-contract.ts';
import { type FoundFile, findFileBelow, folderOfScript } from '../captures/source-files.ts';

export async function findSource(frames: Iterable<Frame>, script: string, of: FunctionName): Promise<FoundSource> {
  const frame = [...frames].find((one) => isFrameOf(one, of));
  if (frame === undefined) return { why: 'noFile' };
  const found = await findFile(frame.url, script);
  if ('why' in found) return found;
  const { path } = found;
  return canBeLinked(path) ? { path, line: Math.max(1, frame.line + 1), column: Math.max(1, frame.column + 1) } : { why: 'oddName' };
}

/** The path of a file below the folder of the script. */
export async function findFile(url: string, script: string): Promise<FoundFile> {
  return findFileBelow(url, await folderOfScript(script));
}
