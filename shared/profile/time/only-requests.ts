import type { Profile } from '../../model/profile/profile.ts';
import { pickDivision } from './divide-samples.ts';

const NO_REQUESTS = new Int32Array();

/** The samples that were taken in some requests. What each weighs is what it weighs among all of them. Without requests (worker threads) there are none. */
export function onlyRequests(profile: Profile, isWanted: (request: number) => boolean): Profile {
  const { requests = NO_REQUESTS, sampleNode, sampleTime, endTime, weights, division } = profile;
  const kept: number[] = [];
  for (let i = 0; i < requests.length; i++) if (isWanted(requests[i]!)) kept.push(i);
  const weightOf = (i: number): number => weights?.[i] ?? (sampleTime[i + 1] ?? endTime) - sampleTime[i]!;
  return {
    ...profile,
    sampleNode: Int32Array.from(kept, (i) => sampleNode[i]!),
    sampleTime: Float64Array.from(kept, (i) => sampleTime[i]!),
    weights: Float64Array.from(kept, weightOf),
    requests: Int32Array.from(kept, (i) => requests[i]!),
    ...(division === undefined ? {} : { division: pickDivision(division, kept) }),
  };
}
