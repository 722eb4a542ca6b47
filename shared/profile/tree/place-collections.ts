/**
 * V8 takes a sample during garbage collection without a stack. The collection is for whatever ran before it, so it is put below that, as in
 * flame charts:
 *
 *   samples   a - b    (garbage collector)              a - b    (idle)   (garbage collector)
 *   placed    a - b    a - b - (garbage collector)      a - b    (idle)   (garbage collector)
 */
import { GrowableInt32 } from '../../base/growable.ts';
import { isCollector } from '../../model/profile/frame-kind.ts';
import type { Profile } from '../../model/profile/profile.ts';

/** Where it is known how long a thread was on CPU, that is of what the garbage was collected for; profiles of other tools stay as they are. */
export function withCollections(profile: Profile): Profile {
  return profile.division === undefined ? profile : placeCollections(profile);
}

/** The same profile with those collections as calls of what ran before; its other nodes keep their numbers. */
function placeCollections(profile: Profile): Profile {
  const { frames, frame, parent, sampleNode } = profile;
  const isOfV8 = frames.map(({ name, url, kind }) => kind === 'native' && url === '' && name.startsWith('('));
  const collector = frame.findIndex((of, node) => parent[node] === 0 && isCollector(frames[of]!));
  if (collector < 0) return profile;
  const [parents, framesOf] = [new GrowableInt32(), new GrowableInt32()];
  for (const one of parent) parents.push(one);
  for (const one of frame) framesOf.push(one);
  const placed = new Map<number, number>();
  let under = 0;
  const nodes = sampleNode.map((node) => {
    if (node !== collector) {
      under = isOfV8[frame[node]!] ? 0 : node;
      return node;
    }
    if (under === 0) return node;
    let below = placed.get(under);
    if (below === undefined) {
      below = parents.length;
      placed.set(under, below);
      parents.push(under);
      framesOf.push(frame[collector]!);
    }
    return below;
  });
  return { ...profile, parent: parents.toArray(), frame: framesOf.toArray(), sampleNode: nodes };
}
