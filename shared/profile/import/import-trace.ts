/**
 * Opens the CPU profiles in a trace of Chrome, DevTools or Node. V8 writes them as events of the category `disabled-by-default-v8.cpu_profiler`:
 * a `Profile` that begins one and a `ProfileChunk` for each part. Other programs write a whole profile as one `CpuProfile` event. Trace Event
 * Format, JSON object or array; its events are in any order, only their times say which.
 */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { JsonReader } from '../../foreign/json-reader.ts';
import { isObject, type Json, parseJson } from '../../foreign/read-json.ts';
import { refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import { hitsOf, notesOfV8, readV8 } from './import-cpuprofile.ts';
import { withNodeAddresses } from './old-node.ts';

/** Arguments of events of other kinds nest as they like. */
const MAX_NESTING = 256;

const BEGINS = 'Profile';
const CHUNK = 'ProfileChunk';
const WHOLE = 'CpuProfile';

export const TRACE: Importer = {
  sniff: ({ brackets, keys }) =>
    keys.has('traceEvents') || (brackets === '[{' && keys.has('ph') && (keys.has('pid') || keys.has('ts') || keys.has('cat'))),
  read(text, name) {
    const json = parseJson(text, name, MAX_NESTING);
    const take = new JsonReader(name);
    return readTrace(take.list(isObject(json) ? json.traceEvents : json, 'traceEvents'), take);
  },
};

/** An event that has something of a profile. */
interface Piece {
  /** Its place in the file. */
  readonly place: string;
  readonly event: Json;
  /** Null: it has none. */
  readonly data: Json | null;
  readonly at: number;
}

/** The parts of one profile, in the order of time. */
interface Parts {
  /** Place of the event that began it. */
  readonly place: string;
  readonly thread: string;
  readonly at: number;
  readonly startTime: unknown;
  endTime: unknown;
  readonly nodes: unknown[];
  readonly samples: unknown[];
  readonly timeDeltas: unknown[];
}

/** One profile, as a `.cpuprofile` has it. */
interface Found {
  readonly thread: string;
  readonly samples: number;
  readonly file: Json;
}

function readTrace(events: readonly unknown[], take: JsonReader): Imported {
  const { name } = take;
  const threadNames = new Map<string, string>();
  const pieces: Piece[] = [];
  events.forEach((event, index) => {
    if (!isObject(event)) return;
    if (event.name === 'thread_name' && isObject(event.args) && typeof event.args.name === 'string')
      threadNames.set(threadOf(event), event.args.name);
    if (event.name !== BEGINS && event.name !== CHUNK && event.name !== WHOLE) return;
    const at = typeof event.ts === 'number' ? event.ts : Number.NEGATIVE_INFINITY;
    pieces.push({ place: `traceEvents[${index}]`, event, data: dataOf(event), at });
  });
  pieces.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at));
  const { parts, strays } = joinParts(pieces, take);
  const wholes = pieces.filter(({ event }) => event.name === WHOLE).map((piece) => toWhole(piece, take));
  const all: Found[] = [...parts.map((one) => ({ thread: one.thread, samples: one.samples.length, file: toFile(one, take) })), ...wholes];
  // One in which nothing was sampled says nothing.
  const found = all.filter(({ samples }) => samples > 0).sort((a, b) => b.samples - a.samples);
  if (found.length === 0) {
    if (all.length === 0 && strays === 0 && events.some(isOfPySpy))
      refuse('not-a-session', say('foreign.isPySpyTrace', { name }), say('foreign.usePySpySpeedscope'));
    return refuseTrace(name, all.length, strays);
  }
  if (found.length > MOST_PROFILES) refuse('too-large', say('foreign.profiles', { name, count: found.length, limit: MOST_PROFILES }));
  const empty = all.length - found.length;
  const read = found.map(({ file }, thread) => readV8(file, thread, name));
  return {
    format: 'trace',
    profiles: withNodeAddresses(read.map(({ profile }) => profile)),
    titles: found.map(({ thread }) => shorten(showHidden(threadNames.get(thread) ?? ''), MAX_NAME_LENGTH)),
    hasPlaces: true,
    ticks: null,
    notes: [
      ...(strays > 0 ? [say('foreign.strayChunks', { count: strays })] : []),
      ...(empty > 0 ? [say('foreign.emptyProfiles', { count: empty })] : []),
      ...notesOfV8(read),
    ],
  };
}

/** Of calls that begin and end, without a CPU profile. */
function isOfPySpy(event: unknown): boolean {
  return isObject(event) && event.cat === 'py-spy';
}

function refuseTrace(name: string, empty: number, strays: number): never {
  const says =
    empty > 0
      ? say('foreign.traceWithoutSamples', { name, count: empty })
      : strays > 0
        ? say('foreign.traceWithoutBeginning', { name, count: strays })
        : say('foreign.traceWithoutProfile', { name });
  return refuse('not-a-session', says, say('foreign.traceCategory'));
}

function threadOf({ pid, tid }: Json): string {
  return `${pid}:${tid}`;
}

function dataOf({ args }: Json): Json | null {
  return isObject(args) && isObject(args.data) ? args.data : null;
}

/** Numbers of profiles are those of a process. */
function keyOf({ pid, id, id2 }: Json): string {
  const local = isObject(id2) ? (id2.local ?? id2.global) : undefined;
  return `${pid}:${id ?? local}`;
}

/**
 * `pieces`: in the order of time. A number may be given again when a profile has ended, so a chunk is of the last profile that began before it; of
 * the first one, where the clock of another thread says it was earlier. `strays`: parts of profiles whose beginning is not in the trace.
 */
function joinParts(pieces: readonly Piece[], take: JsonReader): { readonly parts: readonly Parts[]; readonly strays: number } {
  const begun = new Map<string, Parts[]>();
  const all: Parts[] = [];
  let strays = 0;
  for (const { event, data, place, at } of pieces) {
    if (event.name !== BEGINS) continue;
    if (data === null) {
      strays++;
      continue;
    }
    const one: Parts = {
      place,
      thread: threadOf(event),
      at,
      startTime: data.startTime,
      endTime: null,
      nodes: [],
      samples: [],
      timeDeltas: [],
    };
    const key = keyOf(event);
    begun.set(key, [...(begun.get(key) ?? []), one]);
    all.push(one);
    addPart(one, data, place, take);
  }
  for (const { event, data, place, at } of pieces) {
    if (event.name !== CHUNK) continue;
    const known = begun.get(keyOf(event)) ?? [];
    const parts = lastBefore(known, at) ?? known[0];
    if (parts === undefined || data === null) strays++;
    else addPart(parts, data, place, take);
  }
  return { parts: all, strays };
}

function lastBefore(known: readonly Parts[], at: number): Parts | undefined {
  return known.filter((one) => one.at <= at).at(-1);
}

function addPart(parts: Parts, data: Json, place: string, take: JsonReader): void {
  const of = `${place}.args.data`;
  const { cpuProfile = {}, timeDeltas } = data;
  const { nodes = [], samples = [], timeDeltas: within = [] } = take.object(cpuProfile, `${of}.cpuProfile`);
  for (const node of take.list(nodes, `${of}.cpuProfile.nodes`)) parts.nodes.push(node);
  for (const sample of take.list(samples, `${of}.cpuProfile.samples`)) parts.samples.push(sample);
  for (const delta of take.list(timeDeltas ?? within, `${of}.timeDeltas`)) parts.timeDeltas.push(delta);
  parts.endTime = data.endTime ?? parts.endTime;
}

/** As one `.cpuprofile`. Only the last chunk says when the profile ended; a trace that was cut off does not. */
function toFile({ place, startTime, endTime, nodes, samples, timeDeltas }: Parts, take: JsonReader): Json {
  const start = take.amount(startTime, `${place}.args.data.startTime`);
  const sampled = timeDeltas.reduce<number>((sum, delta) => sum + (typeof delta === 'number' ? delta : 0), start);
  return { nodes, samples, timeDeltas, startTime: start, endTime: endTime ?? Math.max(start, sampled) };
}

function toWhole({ place, event, data }: Piece, take: JsonReader): Found {
  const file = take.object(data?.cpuProfile, `${place}.args.data.cpuProfile`);
  const samples = Array.isArray(file.samples) ? file.samples.length : 0;
  return { thread: threadOf(event), samples: samples > 0 ? samples : hitsOf(file), file };
}
