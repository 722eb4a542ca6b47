/**
 * Opens the CPU profiles in a trace of Chrome, DevTools or Node. V8 writes them as events of the category `disabled-by-default-v8.cpu_profiler`:
 * a `Profile` that begins one and a `ProfileChunk` for each part. Trace Event Format, JSON object or array.
 */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { JsonReader } from '../../foreign/json-reader.ts';
import { isObject, type Json, parseJson } from '../../foreign/read-json.ts';
import { refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import { profileOfV8 } from './import-cpuprofile.ts';
import { checkCpuProfile } from './read-cpuprofile.ts';

/** Arguments of events of other kinds nest as they like. */
const MAX_NESTING = 256;

export const TRACE: Importer = {
  sniff: ({ brackets, keys }) => keys.has('traceEvents') || (brackets === '[{' && keys.has('ph') && keys.has('pid')),
  read(text, name) {
    const json = parseJson(text, name, MAX_NESTING);
    const take = new JsonReader(name);
    return readTrace(take.list(isObject(json) ? json.traceEvents : json, 'traceEvents'), take);
  },
};

/** The parts of one profile, in the order of the file. */
interface Parts {
  /** Place of the event that began it. */
  readonly place: string;
  readonly thread: string;
  readonly startTime: unknown;
  endTime: unknown;
  readonly nodes: unknown[];
  readonly samples: unknown[];
  readonly timeDeltas: unknown[];
}

function readTrace(events: readonly unknown[], take: JsonReader): Imported {
  const { name } = take;
  const begun = new Map<string, Parts>();
  const threadNames = new Map<string, string>();
  events.forEach((event, index) => {
    if (!isObject(event)) return;
    const thread = `${event.pid}:${event.tid}`;
    const place = `traceEvents[${index}]`;
    if (event.name === 'thread_name' && isObject(event.args) && typeof event.args.name === 'string')
      threadNames.set(thread, event.args.name);
    if (event.name !== 'Profile' && event.name !== 'ProfileChunk') return;
    const data = dataOf(event);
    if (data === null) return;
    // Numbers of profiles are those of a process.
    const key = `${event.pid}:${event.id}`;
    if (event.name === 'Profile')
      begun.set(key, { place, thread, startTime: data.startTime, endTime: null, nodes: [], samples: [], timeDeltas: [] });
    addPart(begun.get(key), data, place, take);
  });
  // One in which nothing was sampled says nothing.
  const found = [...begun.values()].filter(({ samples }) => samples.length > 0).sort((a, b) => b.samples.length - a.samples.length);
  if (found.length === 0) refuse('not-a-session', say('foreign.traceWithoutProfile', { name }), say('foreign.traceCategory'));
  if (found.length > MOST_PROFILES) refuse('too-large', say('foreign.profiles', { name, count: found.length, limit: MOST_PROFILES }));
  return {
    format: 'trace',
    profiles: found.map((parts, thread) => profileOfV8(checkCpuProfile(toFile(parts, take), name).profile, thread)),
    titles: found.map(({ thread }) => shorten(showHidden(threadNames.get(thread) ?? ''), MAX_NAME_LENGTH)),
    hasPlaces: true,
    ticks: null,
    notes: [],
  };
}

function dataOf({ args }: Json): Json | null {
  return isObject(args) && isObject(args.data) ? args.data : null;
}

/** A chunk of a profile whose beginning is not in the trace belongs to none. */
function addPart(parts: Parts | undefined, data: Json, place: string, take: JsonReader): void {
  if (parts === undefined) return;
  const of = `${place}.args.data`;
  const { cpuProfile = {}, timeDeltas = [] } = data;
  const { nodes = [], samples = [] } = take.object(cpuProfile, `${of}.cpuProfile`);
  for (const node of take.list(nodes, `${of}.cpuProfile.nodes`)) parts.nodes.push(node);
  for (const sample of take.list(samples, `${of}.cpuProfile.samples`)) parts.samples.push(sample);
  for (const delta of take.list(timeDeltas, `${of}.timeDeltas`)) parts.timeDeltas.push(delta);
  parts.endTime = data.endTime ?? parts.endTime;
}

/** As one `.cpuprofile`. Only the last chunk says when the profile ended; a trace that was cut off does not. */
function toFile({ place, startTime, endTime, nodes, samples, timeDeltas }: Parts, take: JsonReader): Json {
  const start = take.amount(startTime, `${place}.args.data.startTime`);
  const sampled = timeDeltas.reduce<number>((sum, delta) => sum + (typeof delta === 'number' ? delta : 0), start);
  return { nodes, samples, timeDeltas, startTime: start, endTime: endTime ?? Math.max(start, sampled) };
}
