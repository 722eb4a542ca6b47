/** Opens a `.cpuprofile` of any tool, or a list of them. */
import type { Microseconds } from '../../base/units.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { isObject } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../model/profile/profile.ts';
import { say } from '../../words/said.ts';
import { ProfileMerger } from '../time/merge-slices.ts';
import { checkCpuProfile, parseCpuProfile } from './read-cpuprofile.ts';
import type { V8Profile } from './v8-profile.ts';

/**
 * A tail after the last sample that is longer than this many intervals is not time in that sample's function: nobody
 * looked any more (a suspended machine, a hand-made endTime). Ten leaves room for a sampler that was kept waiting.
 */
const LONGEST_TAIL_INTERVALS = 10;

export const CPU_PROFILE: Importer = {
  sniff: ({ keys }) => keys.has('nodes'),
  read: readCpuProfiles,
};

function readCpuProfiles(text: string, name: string): Imported {
  const values = [parseCpuProfile(text, name)].flat(3);
  if (values.length > MOST_PROFILES) refuse('too-large', say('foreign.profiles', { name, count: values.length, limit: MOST_PROFILES }));
  const profiles = values.map((value, thread) => {
    if (!isObject(value)) refuse('not-a-session', say('profile.notAnObject', { name, value: describe(value) }));
    return profileOfV8(checkCpuProfile(value, name).profile, thread);
  });
  return { format: 'cpuprofile', profiles, titles: profiles.map(() => ''), hasPlaces: true, ticks: null, notes: [] };
}

/** Time 0 is the start of the file; `pid` is 0 and the asked interval unknown. */
export function profileOfV8(file: V8Profile, thread: number): Profile {
  const isClosed = hasClosingSample(file);
  const merger = new ProfileMerger({ ...CPU_OF_MAIN_THREAD, pid: 0, thread, intervalUs: 0 });
  merger.addSlice(isClosed ? { ...file, samples: file.samples.slice(0, -1), timeDeltas: file.timeDeltas.slice(0, -1) } : file);
  const profile = merger.toProfile(file.startTime, {});
  return isClosed ? profile : { ...profile, endTime: believableEnd(profile) };
}

/** Our own export closes the list with a sample of the root at the very end; it weighs nothing and was never taken. */
function hasClosingSample({ samples, timeDeltas, nodes, startTime, endTime }: V8Profile): boolean {
  if (samples.length <= 1 || samples.at(-1) !== nodes[0]!.id) return false;
  let lastTime = startTime;
  for (let i = 0; i < timeDeltas.length; i++) lastTime += timeDeltas[i]!;
  return lastTime === endTime;
}

function believableEnd({ sampleTime, endTime }: Profile): Microseconds {
  if (sampleTime.length < 2) return endTime;
  const last = sampleTime.at(-1)!;
  const longest = (endTime - last) / LONGEST_TAIL_INTERVALS;
  const intervals = sampleTime.length - 1;
  let shorter = 0;
  for (let i = 0; i < intervals; i++) if (sampleTime[i + 1]! - sampleTime[i]! < longest) shorter++;
  // The median is not below `longest`: most files, and sorting a million intervals takes as long as reading them.
  if (shorter <= intervals >> 1) return endTime;
  const median = sampleTime
    .subarray(1)
    .map((time, i) => time - sampleTime[i]!)
    .sort()[intervals >> 1]!;
  return median > 0 ? last + median : endTime;
}
