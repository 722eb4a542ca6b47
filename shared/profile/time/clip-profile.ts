import { firstNotBelow } from '../../base/ascending.ts';
import type { Microseconds } from '../../base/units.ts';
import type { Division, Profile } from '../../model/profile/profile.ts';

/** The part of a profile in [from, to), µs since time 0. A sample of time that covers `from` begins there. Tree and frames stay whole. */
export function clipProfile(profile: Profile, from: Microseconds, to: Microseconds): Profile {
  const { sampleTime, sampleNode, weights, taken, requests, division } = profile;
  if (profile.startTime >= from && profile.endTime <= to) return profile;
  const end = firstNotBelow(sampleTime, to);
  const begin = Math.min(end, weights === null ? coveringIndex(sampleTime, from) : firstNotBelow(sampleTime, from));
  const times = sampleTime.slice(begin, end);
  const isCut = times.length > 0 && times[0]! < from;
  if (isCut) times[0] = from;
  return {
    ...profile,
    sampleTime: times,
    sampleNode: sampleNode.slice(begin, end),
    weights: weights?.slice(begin, end) ?? null,
    ...(taken === undefined ? {} : { taken: taken.slice(begin, end) }),
    ...(requests === undefined ? {} : { requests: requests.slice(begin, end) }),
    ...(division === undefined ? {} : { division: sliceDivision(division, begin, end, isCut) }),
    startTime: Math.max(profile.startTime, from),
    endTime: Math.max(from, Math.min(profile.endTime, to)),
  };
}

/** What was counted before the part is not of it, though its stack still lasts there. */
function sliceDivision(division: Division, begin: number, end: number, isCut: boolean): Division {
  const slice = (values: Float64Array): Float64Array => {
    const part = values.slice(begin, end);
    if (isCut) part[0] = 0;
    return part;
  };
  return { ...division, cpu: slice(division.cpu), blocked: slice(division.blocked), counted: slice(division.counted) };
}

/** Index of the sample that lasts at `at`; 0 when all are later. */
function coveringIndex(ascending: Float64Array, at: Microseconds): number {
  const next = firstNotBelow(ascending, at);
  return ascending[next] === at ? next : Math.max(0, next - 1);
}
