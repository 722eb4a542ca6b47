/** Opens a `.cpuprofile` of any tool as a profile. */
import { type Outcome, succeed } from '../model/failure.ts';
import type { Microseconds } from '../model/units.ts';
import { ProfileMerger } from './merge-slices.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from './profile.ts';
import { readCpuProfile } from './read-cpuprofile.ts';
import type { V8Profile } from './v8-profile.ts';

/**
 * A tail after the last sample that is longer than this many intervals is not time in that sample's function: nobody
 * looked any more (a suspended machine, a hand-made endTime). Ten leaves room for a sampler that was kept waiting.
 */
const LONGEST_TAIL_INTERVALS = 10;

/** Time 0 is the start of the file; `pid` is 0 and the asked interval unknown. `name` is the file's name. */
export function importCpuProfile(text: string, name: string): Outcome<Profile> {
  const read = readCpuProfile(text, name);
  if (!read.ok) return read;
  const { profile: file } = read.value;
  const isClosed = hasClosingSample(file);
  const merger = new ProfileMerger({ pid: 0, intervalUs: 0, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(isClosed ? { ...file, samples: file.samples.slice(0, -1), timeDeltas: file.timeDeltas.slice(0, -1) } : file);
  const profile = merger.toProfile(file.startTime, {});
  return succeed(isClosed ? profile : { ...profile, endTime: believableEnd(profile) });
}

/** Our own export closes the list with a sample of the root at the very end; it weighs nothing and was never taken. */
function hasClosingSample({ samples, timeDeltas, nodes, startTime, endTime }: V8Profile): boolean {
  const lastTime = timeDeltas.reduce((time, delta) => time + delta, startTime);
  return samples.length > 1 && lastTime === endTime && samples.at(-1) === nodes[0]!.id;
}

function believableEnd({ sampleTime, endTime }: Profile): Microseconds {
  if (sampleTime.length < 2) return endTime;
  const deltas = sampleTime.subarray(1).map((time, i) => time - sampleTime[i]!);
  const median = deltas.sort()[deltas.length >> 1]!;
  const last = sampleTime.at(-1)!;
  return median > 0 && endTime - last > LONGEST_TAIL_INTERVALS * median ? last + median : endTime;
}
