/** Opens a `.cpuprofile` of any tool, or a list of them. */
import type { Microseconds } from '../../base/units.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { JsonReader } from '../../foreign/json-reader.ts';
import { isObject, type Json } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../model/profile/profile.ts';
import { type Said, say } from '../../words/said.ts';
import { ProfileMerger } from '../time/merge-slices.ts';
import { asOfInspector } from './from-v8-api.ts';
import { inReply, isReply } from './inspector-reply.ts';
import { type Mended, mendNodes } from './mend-nodes.ts';
import { withNodeAddresses } from './old-node.ts';
import { checkCpuProfile, MAX_STACK_DEPTH, parseCpuProfile } from './read-cpuprofile.ts';
import type { V8Profile } from './v8-profile.ts';

/**
 * A tail after the last sample that is longer than this many intervals is not time in that sample's function: nobody
 * looked any more (a suspended machine, a hand-made endTime). Ten leaves room for a sampler that was kept waiting.
 */
const LONGEST_TAIL_INTERVALS = 10;

export const CPU_PROFILE: Importer = {
  sniff: ({ keys }) => keys.has('nodes'),
  read: (text, name) => readCpuProfiles(parseCpuProfile(text, name), name),
};

/** A file of the inspector's reply to `Profiler.stop`, whole or its result alone. */
export const CPU_PROFILE_REPLY: Importer = {
  sniff: (glance) => isReply(glance, 'nodes', 'callFrame'),
  read(text, name) {
    const values = [parseCpuProfile(text, name)].flat(3).map((value) => inReply(value, 'nodes'));
    const strange = values.find((value) => !(isObject(value) && 'nodes' in value));
    if (strange !== undefined) refuse('not-a-session', say('profile.noNodes', { name }), say('file.opens'));
    return readCpuProfiles(values, name);
  },
};

function readCpuProfiles(parsed: unknown, name: string): Imported {
  const values = [parsed].flat(3);
  if (values.length > MOST_PROFILES) refuse('too-large', say('foreign.profiles', { name, count: values.length, limit: MOST_PROFILES }));
  const read = values.map((value, thread) => {
    if (!isObject(value)) refuse('not-a-session', say('profile.notAnObject', { name, value: describe(value) }));
    return readV8(value, thread, name);
  });
  return {
    format: 'cpuprofile',
    profiles: withNodeAddresses(read.map(({ profile }) => profile)),
    titles: read.map(() => ''),
    hasPlaces: true,
    ticks: null,
    notes: notesOfV8(read),
  };
}

/** A profile, and what had to be put right to read it. */
interface ReadV8 {
  readonly profile: Profile;
  /** It says how often each function was hit, and no more. */
  readonly isCounted: boolean;
  /** Samples that stood behind a later one. */
  readonly late: number;
  /** Functions deeper than any real stack, counted in what called them. */
  readonly folded: number;
  /** Samples and nodes that name nodes which the file does not have. */
  readonly lost: Pick<Mended, 'samples' | 'nodes'>;
}

const NOTHING_LOST = { samples: 0, nodes: 0 };

export function readV8(written: Json, thread: number, name: string): ReadV8 {
  const given = asOfInspector(written);
  if (hitsOf(given) > 0 && isWithoutSamples(given)) return readHits(given, thread, name);
  const { file, ...lost } = mendNodes(given);
  const { profile, foldedNodes } = checkCpuProfile(file, name);
  const late = profile.timeDeltas.reduce((count, delta, i) => (i > 0 && delta < 0 ? count + 1 : count), 0);
  return { profile: profileOfV8(profile, thread), isCounted: false, late, folded: foldedNodes, lost };
}

export function notesOfV8(read: readonly ReadV8[]): Said[] {
  const late = read.reduce((sum, one) => sum + one.late, 0);
  const folded = read.reduce((sum, one) => sum + one.folded, 0);
  const samples = read.reduce((sum, one) => sum + one.lost.samples, 0);
  const nodes = read.reduce((sum, one) => sum + one.lost.nodes, 0);
  return [
    ...(read.some(({ isCounted }) => isCounted) ? [say('foreign.onlyHits')] : []),
    ...(samples > 0 ? [say('foreign.lostSamples', { count: samples })] : []),
    ...(nodes > 0 ? [say('foreign.lostNodes', { count: nodes })] : []),
    ...(late > 0 ? [say('foreign.lateSamples', { count: late })] : []),
    ...(folded > 0 ? [say('foreign.foldedNodes', { count: folded, levels: MAX_STACK_DEPTH })] : []),
  ];
}

function isWithoutSamples({ samples }: Json): boolean {
  return samples === undefined || samples === null || (Array.isArray(samples) && samples.length === 0);
}

/** How often all of its functions were hit; 0: it does not say. */
export function hitsOf({ nodes }: Json): number {
  if (!Array.isArray(nodes)) return 0;
  return nodes.reduce<number>((sum, node: unknown) => sum + (isObject(node) && typeof node.hitCount === 'number' ? node.hitCount : 0), 0);
}

/** As a profile of counts, each node a sample that stands for its hits. */
function readHits(file: Json, thread: number, name: string): ReadV8 {
  const take = new JsonReader(name);
  const hit = (file.nodes as readonly unknown[]).flatMap((node, i) => {
    const { id, hitCount = 0 } = take.object(node, `nodes[${i}]`);
    const count = take.count(hitCount, () => `nodes[${i}].hitCount`);
    return count > 0 ? [{ id, count }] : [];
  });
  const counted = {
    ...file,
    samples: hit.map(({ id }) => id),
    timeDeltas: hit.map(() => 0),
    weights: hit.map(({ count }) => count),
    startTime: 0,
    endTime: 0,
  };
  const { profile, foldedNodes } = checkCpuProfile(counted, name, true);
  const merger = new ProfileMerger({ ...CPU_OF_MAIN_THREAD, pid: 0, thread, unit: 'samples', intervalUs: 0 });
  merger.addSlice(profile);
  return { profile: merger.toProfile(0, {}), isCounted: true, late: 0, folded: foldedNodes, lost: NOTHING_LOST };
}

/** Time 0 is the start of the file; `pid` is 0 and the asked interval unknown. */
export function profileOfV8(given: V8Profile, thread: number): Profile {
  const file = inOrderOfTime(given);
  const isClosed = hasClosingSample(file);
  const merger = new ProfileMerger({ ...CPU_OF_MAIN_THREAD, pid: 0, thread, intervalUs: 0 });
  merger.addSlice(isClosed ? { ...file, samples: file.samples.slice(0, -1), timeDeltas: file.timeDeltas.slice(0, -1) } : file);
  const profile = merger.toProfile(file.startTime, {});
  return isClosed ? profile : { ...profile, endTime: believableEnd(profile) };
}

/** Some versions of V8 note a sample after a later one. As DevTools does, samples are taken in the order of their times. */
function inOrderOfTime(file: V8Profile): V8Profile {
  const { samples, timeDeltas, startTime, requests, lineTicks } = file;
  // Lines of our own files refer to samples by their place, and our samples are in order.
  if (lineTicks !== undefined || timeDeltas.every((delta, i) => i === 0 || delta >= 0)) return file;
  const times = new Float64Array(timeDeltas.length);
  timeDeltas.forEach((delta, i) => {
    times[i] = (times[i - 1] ?? startTime) + delta;
  });
  const order = Array.from(times.keys()).sort((a, b) => times[a]! - times[b]!);
  return {
    ...file,
    samples: order.map((at) => samples[at]!),
    timeDeltas: order.map((at, i) => times[at]! - (i === 0 ? startTime : times[order[i - 1]!]!)),
    ...(requests === undefined ? {} : { requests: order.map((at) => requests[at]!) }),
  };
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
