/** What files are called in sentences: by their name, or where another one of the same profile has it, too, by the shortest path that is its own. */
import { partsToTell, shortPlace } from '../../format/place.ts';
import type { Frame } from '../../model/profile/profile.ts';

/** Of files of the user's own and of dependencies. Undefined: its name says which it is. */
export function filesToTell(frames: readonly Pick<Frame, 'url' | 'kind'>[]): (url: string) => string | undefined {
  const partsOf = partsToTell(frames.flatMap(({ url, kind }) => (kind === 'own' || kind === 'dependency' ? [url] : [])));
  return (url) => {
    const parts = partsOf(url);
    return parts > 1 ? shortPlace(url, 0, { parts }) : undefined;
  };
}
