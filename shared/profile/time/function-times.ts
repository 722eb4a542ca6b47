/**
 * When a function ran: how long it was on the stack in each second, from the samples alone. Over all seconds that adds up to what the
 * table of functions says of it.
 */
import type { Microseconds } from '../../base/units.ts';
import { isIdle } from '../../model/profile/frame-kind.ts';
import { hasTimes, type Profile } from '../../model/profile/profile.ts';
import type { FunctionSeriesColumns } from '../../model/series.ts';
import { type FunctionName, isFrameOf } from '../tree/folds.ts';
import { withCollections } from '../tree/place-collections.ts';
import { weigherOf } from './sample-weights.ts';

/** As the charts of the load have them. */
const BUCKET_US: Microseconds = 1_000_000;
/** What a file says of its length is not believed further: a day of seconds. */
const MOST_BUCKETS = 86_400;

/** Of the nodes of a profile, by their number. */
export const NOT_ON_STACK = 0;
export const IS_INNERMOST = 2;

/** By node: whether the function is on its stack, and whether it is the innermost frame there. */
export function nodesWith({ frames, frame, parent }: Profile, of: FunctionName): Uint8Array {
  const isIt = frames.map((one) => isFrameOf(one, of));
  const found = new Uint8Array(parent.length);
  // Parents come first.
  for (let node = 0; node < parent.length; node++) {
    if (isIt[frame[node]!]) found[node] = IS_INNERMOST;
    else if (node > 0 && found[parent[node]!] !== NOT_ON_STACK) found[node] = 1;
  }
  return found;
}

/** `profiles`: of one unit, times since time 0. `lengthUs`: of the run. */
export function computeFunctionSeries(profiles: readonly Profile[], of: FunctionName, lengthUs: Microseconds): FunctionSeriesColumns {
  const timed = profiles.filter(hasTimes);
  const isTimed = profiles.every(({ weights }) => weights === null);
  const endUs = timed.reduce((end, { endTime }) => Math.max(end, endTime), lengthUs);
  const count = Math.min(MOST_BUCKETS, Math.max(0, Math.ceil(endUs / BUCKET_US)));
  const [total, self, sampled] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let samples = 0;
  for (const profile of timed.map(withCollections)) {
    const { frames, frame, sampleNode, sampleTime, endTime, weights } = profile;
    const found = nodesWith(profile, of);
    const weigh = weigherOf(profile, -Infinity, Infinity);
    for (let i = 0; i < sampleTime.length; i++) {
      const is = found[sampleNode[i]!]!;
      const { weight, count } = weigh(i);
      const stretch = { from: sampleTime[i]!, to: weights === null ? (sampleTime[i + 1] ?? endTime) : sampleTime[i]! };
      if (weights === null) addStretch(sampled, stretch, stretch.to - stretch.from);
      else if (!isIdle(frames[frame[sampleNode[i]!]!]!)) addStretch(sampled, stretch, weight);
      if (is === NOT_ON_STACK) continue;
      samples += count;
      addStretch(total, stretch, weight);
      if (is === IS_INNERMOST) addStretch(self, stretch, weight);
    }
  }
  const unit = profiles[0]?.unit ?? 'microseconds';
  return { meta: { bucketUs: BUCKET_US, endUs, unit, isTimed, samples: Math.round(samples) }, total, self, sampled };
}

/** A sample lasts until the next one, be that in another second, and what it weighs is spread over that; or it is of one moment. */
function addStretch(
  into: Float64Array,
  { from, to }: { readonly from: Microseconds; readonly to: Microseconds },
  weight: Microseconds,
): void {
  if (to <= from) {
    const bucket = Math.floor(from / BUCKET_US);
    if (to === from && bucket >= 0 && bucket < into.length) into[bucket]! += weight;
    return;
  }
  for (let at = Math.max(0, from); at < to; ) {
    const bucket = Math.floor(at / BUCKET_US);
    if (bucket >= into.length) return;
    const until = Math.min(to, (bucket + 1) * BUCKET_US);
    into[bucket]! += (weight * (until - at)) / (to - from);
    at = until;
  }
}
