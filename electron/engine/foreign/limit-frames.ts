import type { Profile } from '../../../shared/profile/profile.ts';
import { say } from '../../../shared/words/said.ts';
import { tooLarge } from './refusals.ts';

/** A large program has some ten thousand functions. */
const MAX_FRAMES = 250_000;
/** Of names and addresses together. Functions of one file share its address. */
const MAX_CHARACTERS = 64_000_000;

/** The profile, if what the engine would keep of it is bounded: samples and nodes are numbers, but names are text. Throws FailureError. */
export function limitFrames(profile: Profile, file: string): Profile {
  const { frames } = profile;
  if (frames.length > MAX_FRAMES) throw tooLarge(file, say('file.whyFunctions', { count: frames.length, limit: MAX_FRAMES }));
  const characters = frames.reduce((sum, { name, url }) => sum + name.length + url.length, 0);
  if (characters > MAX_CHARACTERS) throw tooLarge(file, say('file.whyFunctionNames', { characters, limit: MAX_CHARACTERS }));
  return profile;
}
