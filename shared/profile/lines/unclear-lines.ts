/** Lines that wait and work: V8 does not say where on a line a sample was taken. */
import type { TimeWindow } from '../../base/units.ts';
import type { Profile } from '../../model/profile/profile.ts';
import type { ProfileFigures } from '../../model/report.ts';
import { partsBetween } from '../time/divide-samples.ts';
import { clipToProfile, computeNodeWeights } from '../time/sample-weights.ts';
import { WAITS_AND_WORKS } from './wait-lines.ts';

/** Of the CPU time of its thread, and of all of the time of it: with less it is about nothing. */
const MUCH_CPU = 0.05;
const MUCH_TIME = 0.01;

/** Where much of the CPU time of a thread may have been on such a line. */
export function findUnclear(profiles: readonly Profile[], window: TimeWindow | null): ProfileFigures['unclear'] {
  const found = new Map<string, ProfileFigures['unclear'][number]>();
  for (const profile of profiles) {
    const { lines, division, frames, frame } = profile;
    if (lines?.waits === undefined || division === undefined) continue;
    const { from, to } = clipToProfile(profile, window);
    const { cpuUs, sampledUs } = partsBetween(division, from, to);
    if (cpuUs < MUCH_TIME * sampledUs) continue;
    const { self } = computeNodeWeights(profile, window);
    lines.waits.forEach((is, entry) => {
      const node = lines.node[entry]!;
      if (is !== WAITS_AND_WORKS || self[node]! < MUCH_CPU * cpuUs) return;
      const { url, line } = lines.places[lines.place[entry]!]!;
      found.set(`${line} ${url}`, { function: frames[frame[node]!]!.name, url, line });
    });
  }
  return [...found.values()];
}
