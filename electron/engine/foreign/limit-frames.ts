import type { Profile } from '../../../shared/model/profile/profile.ts';
import { MAX_FRAMES } from '../../../shared/profile/import/profile-builder.ts';
import { say } from '../../../shared/words/said.ts';
import { tooLarge } from './refusals.ts';

/** Of names and addresses together. Functions of one file share its address. */
const MAX_CHARACTERS = 64_000_000;

/** The profiles, if what the engine would keep of them is bounded: samples and nodes are numbers, but names are text. Throws FailureError. */
export function limitFrames<P extends readonly Profile[]>(profiles: P, file: string): P {
  const count = sum(profiles, ({ frames }) => frames.length);
  if (count > MAX_FRAMES)
    throw tooLarge(file, say('file.whyFunctions', { count: { figure: count, as: 'count' }, limit: { figure: MAX_FRAMES, as: 'count' } }));
  const characters = sum(profiles, ({ frames }) => sum(frames, ({ name, url }) => name.length + url.length));
  if (characters > MAX_CHARACTERS) throw tooLarge(file, say('file.whyFunctionNames', { characters, limit: MAX_CHARACTERS }));
  return profiles;
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((all, one) => all + of(one), 0);
}
