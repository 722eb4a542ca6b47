/**
 * Reads a `.cpuprofile` that somebody sent. Everything in it is doubted: each refusal is a sentence that names what and
 * where, and no input makes it recurse, loop or grow without bound.
 */
import { fail, type Outcome, succeed } from '../model/failure.ts';
import type { Microseconds } from '../model/units.ts';
import { checkNesting } from './json-nesting.ts';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, shorten } from './shorten.ts';
import type { V8CallFrame, V8Profile, V8ProfileNode } from './v8-profile.ts';

/** Characters. An hour at 1 ms is about 60 million; V8 cannot hold a text of more than 537 million. */
export const MAX_TEXT_LENGTH = 256_000_000;
/** A profile nests 4 deep (profile, node, position ticks, tick). */
const MAX_NESTING = 64;
const MAX_NODES = 1_000_000;
const MAX_SAMPLES = 20_000_000;
/** V8 itself never writes deeper stacks than it can run; what is deeper belongs to a made file and is folded here. */
export const MAX_STACK_DEPTH = 4_096;
/** Larger times (285 years of microseconds) could not be added up exactly. */
const MAX_TIME = Number.MAX_SAFE_INTEGER;

/** A checked profile, and what had to be put right to read it. */
export interface ReadCpuProfile {
  /** Parents before children; one root; every sample names a node. */
  readonly profile: V8Profile;
  /** Deltas below zero: time stood still there instead. */
  readonly negativeDeltas: number;
  /** Nodes deeper than MAX_STACK_DEPTH, folded into their ancestor at that depth. */
  readonly foldedNodes: number;
  readonly shortenedNames: number;
}

type Json = Readonly<Record<string, unknown>>;
type Refusal = ReturnType<typeof fail>;

/** Ends the reading from any depth; turned into a value at the door below. */
class Refused extends Error {
  readonly outcome: Refusal;
  constructor(outcome: Refusal) {
    super(outcome.failure.message);
    this.outcome = outcome;
  }
}

function refuse(...args: Parameters<typeof fail>): never {
  throw new Refused(fail(...args));
}

/** `name` is the file's name, for the sentences. */
export function readCpuProfile(text: string, name: string): Outcome<ReadCpuProfile> {
  try {
    return succeed(check(parse(text, name), name));
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

function parse(text: string, name: string): Json {
  if (text.length > MAX_TEXT_LENGTH) {
    refuse('too-large', `${name} has ${text.length} characters; profiles are read up to ${MAX_TEXT_LENGTH}.`, RECORD_LESS);
  }
  if (text.trim() === '') refuse('damaged', `${name} is empty.`, RECORD_AGAIN);
  const tooDeepAt = checkNesting(text, MAX_NESTING);
  if (tooDeepAt !== null) {
    refuse('damaged', `${name} nests deeper than ${MAX_NESTING} levels at character ${tooDeepAt}; no CPU profile does.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse('damaged', `${name} is not JSON: ${shorten((error as Error).message, 200)}.`, RECORD_AGAIN);
  }
  if (!isObject(value)) refuse('not-a-session', `${name} is not a CPU profile: it holds ${describe(value)}.`);
  return value;
}

const RECORD_AGAIN = 'The file may have been cut while it was written or sent; export or record it again.';
const RECORD_LESS = 'Record a shorter time or with a larger sampling interval.';

function check(json: Json, name: string): ReadCpuProfile {
  refuseOtherFormats(json, name);
  const rawNodes = listOf(json, 'nodes', MAX_NODES, name);
  const counters = { shortened: 0 };
  const nodes = rawNodes.map((node, i) => readNode(node, i, name, counters));
  const places = placesById(nodes, name);
  const parents = findParents(nodes, rawNodes as readonly Json[], places, name);
  const { order, standsFor, folded } = orderNodes(nodes, parents, name);
  const idOf = (place: number) => nodes[standsFor[place]!]!.id;

  const children = new Map<number, number[]>();
  for (const place of order) {
    const parent = parents[place]!;
    if (parent < 0) continue;
    const siblings = children.get(idOf(parent));
    if (siblings === undefined) children.set(idOf(parent), [nodes[place]!.id]);
    else siblings.push(nodes[place]!.id);
  }
  const times = readTimes(json, name);
  return {
    profile: {
      nodes: order.map((place) => ({ ...nodes[place]!, children: children.get(nodes[place]!.id) ?? [] })),
      startTime: times.startTime,
      endTime: times.endTime,
      samples: times.samples.map((id, i) => {
        const place = places.get(id);
        if (place === undefined) refuse('damaged', `${name}: sample ${i} names node ${id}, which does not exist.`);
        return idOf(place);
      }),
      timeDeltas: times.timeDeltas,
    },
    negativeDeltas: times.timeDeltas.reduce((count, delta) => count + (delta < 0 ? 1 : 0), 0),
    foldedNodes: folded,
    shortenedNames: counters.shortened,
  };
}

/** What people open by mistake is named, so that they know what they have. */
function refuseOtherFormats(json: Json, name: string): void {
  if ('traceEvents' in json) {
    refuse('not-a-session', `${name} is a trace of Chrome, not a CPU profile.`, 'In DevTools, save the profile as .cpuprofile.');
  }
  if (typeof json.$schema === 'string' && json.$schema.includes('speedscope')) {
    refuse('not-a-session', `${name} is a speedscope file, not a CPU profile of V8.`);
  }
  if ('head' in json && !('nodes' in json)) {
    const kind = 'selfSize' in (isObject(json.head) ? json.head : {}) ? 'a heap profile' : 'a CPU profile in a form older than 2017';
    refuse('not-a-session', `${name} is ${kind}, which cannot be read.`);
  }
  if (!('nodes' in json)) refuse('not-a-session', `${name} is not a CPU profile: it has no list "nodes".`);
}

function listOf(json: Json, key: string, limit: number, name: string): readonly unknown[] {
  const list = json[key];
  if (!Array.isArray(list)) refuse('damaged', `${name}: "${key}" is ${describe(list)}, not a list.`);
  if (list.length > limit) refuse('too-large', `${name} has ${list.length} ${key}; at most ${limit} are read.`, RECORD_LESS);
  if (list.length === 0 && key === 'nodes') refuse('damaged', `${name}: the list "nodes" is empty.`, RECORD_AGAIN);
  return list;
}

type PlainNode = Pick<V8ProfileNode, 'id' | 'callFrame'>;

function readNode(node: unknown, index: number, name: string, counters: { shortened: number }): PlainNode {
  const where = `${name}: node ${index}`;
  if (!isObject(node)) refuse('damaged', `${where} is ${describe(node)}, not an object.`);
  if (!Number.isSafeInteger(node.id)) refuse('damaged', `${where} has ${describe(node.id)} as id, not a whole number.`);
  if (!isObject(node.callFrame)) refuse('damaged', `${where} has no callFrame.`);
  const { functionName, url = '', scriptId = '0', lineNumber = -1, columnNumber = -1 } = node.callFrame;
  if (typeof functionName !== 'string') refuse('damaged', `${where} has ${describe(functionName)} as functionName, not a text.`);
  if (typeof url !== 'string') refuse('damaged', `${where} has ${describe(url)} as url, not a text.`);
  for (const [key, value] of [['lineNumber', lineNumber] as const, ['columnNumber', columnNumber] as const]) {
    if (!Number.isInteger(value) || (value as number) < -1 || (value as number) > 0x7fff_ffff) {
      refuse('damaged', `${where} has ${describe(value)} as ${key}, not a line or column counted from 0.`);
    }
  }
  if (functionName.length > MAX_NAME_LENGTH) counters.shortened++;
  const callFrame: V8CallFrame = {
    functionName: shorten(functionName, MAX_NAME_LENGTH),
    scriptId: typeof scriptId === 'string' ? shorten(scriptId, 20) : '0',
    url: shorten(url, MAX_URL_LENGTH),
    lineNumber: lineNumber as number,
    columnNumber: columnNumber as number,
  };
  return { id: node.id as number, callFrame };
}

function placesById(nodes: readonly PlainNode[], name: string): Map<number, number> {
  const places = new Map<number, number>();
  nodes.forEach(({ id }, place) => {
    const other = places.get(id);
    if (other !== undefined) refuse('damaged', `${name}: nodes ${other} and ${place} have the same id ${id}.`);
    places.set(id, place);
  });
  return places;
}

/** Parent place by place, -1 for none. Chrome's traces name the parent, V8's own files the children; both are read. */
function findParents(nodes: readonly PlainNode[], raw: readonly Json[], places: ReadonlyMap<number, number>, name: string): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  const connect = (parent: number, child: number) => {
    if (parents[child] === parent) refuse('damaged', `${name}: node ${nodes[parent]!.id} lists its child ${nodes[child]!.id} twice.`);
    if (parents[child] !== -1) {
      const [a, b] = [nodes[parents[child]!]!.id, nodes[parent]!.id];
      refuse('damaged', `${name}: node ${nodes[child]!.id} has two parents, ${a} and ${b}.`);
    }
    parents[child] = parent;
  };
  const find = (id: unknown, role: string, place: number): number => {
    const found = typeof id === 'number' ? places.get(id) : undefined;
    if (found === undefined) refuse('damaged', `${name}: node ${nodes[place]!.id} names ${describe(id)} as ${role}, which does not exist.`);
    return found;
  };
  raw.forEach(({ children = [] }, place) => {
    if (!Array.isArray(children))
      refuse('damaged', `${name}: the children of node ${nodes[place]!.id} are ${describe(children)}, not a list.`);
    for (const child of children) connect(place, find(child, 'child', place));
  });
  raw.forEach(({ parent }, place) => {
    if (parent === undefined || parent === null) return;
    const above = find(parent, 'parent', place);
    if (parents[place] !== above) connect(above, place);
  });
  return parents;
}

interface NodeOrder {
  /** Places of the nodes that are kept, in the file's order where parents allow it. */
  readonly order: readonly number[];
  /** Place -> place of the node that stands for it: itself, or its ancestor at the depth limit. */
  readonly standsFor: Int32Array;
  readonly folded: number;
}

function orderNodes(nodes: readonly PlainNode[], parents: Int32Array, name: string): NodeOrder {
  const roots = nodes.filter((_, place) => parents[place] === -1);
  if (roots.length === 0) refuse('damaged', `${name}: the nodes form a cycle; none of them is the root.`);
  if (roots.length > 1)
    refuse('damaged', `${name} has ${roots.length} nodes without parent (${roots[0]!.id}, ${roots[1]!.id} ...); a profile has one root.`);
  const depth = new Int32Array(nodes.length).fill(-1);
  const standsFor = new Int32Array(nodes.length);
  const order: number[] = [];
  const pending: number[] = [];
  for (let start = 0; start < nodes.length; start++) {
    for (let place = start; place >= 0 && depth[place] === -1; place = parents[place]!) {
      // Climbing more steps than there are nodes: the way leads round and never to the root.
      if (pending.push(place) > nodes.length) refuse('damaged', `${name}: node ${nodes[start]!.id} is part of a cycle.`);
    }
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      const parent = parents[place]!;
      depth[place] = parent < 0 ? 0 : depth[parent]! + 1;
      const isTooDeep = depth[place]! > MAX_STACK_DEPTH;
      standsFor[place] = isTooDeep ? standsFor[parent]! : place;
      if (!isTooDeep) order.push(place);
    }
  }
  return { order, standsFor, folded: nodes.length - order.length };
}

interface Times {
  readonly startTime: Microseconds;
  readonly endTime: Microseconds;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly Microseconds[];
}

function readTimes(json: Json, name: string): Times {
  if (!('samples' in json) || !('timeDeltas' in json)) {
    const missing = 'samples' in json ? 'timeDeltas' : 'samples';
    refuse(
      'damaged',
      `${name} has no "${missing}": it says how often functions were hit, but not when, so no time can be shown.`,
      'Record it with a tool that keeps samples and timeDeltas (Node 12 or newer does).',
    );
  }
  const samples = numbersOf(json, 'samples', name);
  const timeDeltas = numbersOf(json, 'timeDeltas', name);
  if (samples.length !== timeDeltas.length) {
    refuse('damaged', `${name} has ${samples.length} samples but ${timeDeltas.length} timeDeltas.`, RECORD_AGAIN);
  }
  const startTime = timeOf(json, 'startTime', name);
  const endTime = timeOf(json, 'endTime', name);
  if (endTime < startTime) refuse('damaged', `${name} ends (${endTime}) before it starts (${startTime}).`);
  const last = timeDeltas.reduce((time, delta) => time + delta, startTime);
  if (Math.abs(last) > MAX_TIME) refuse('damaged', `${name}: the timeDeltas add up to ${last} us, which is no time.`);
  return { startTime, endTime, samples, timeDeltas };
}

function numbersOf(json: Json, key: string, name: string): readonly number[] {
  const list = listOf(json, key, MAX_SAMPLES, name);
  const wrong = list.findIndex((value) => typeof value !== 'number' || Math.abs(value) > MAX_TIME);
  if (wrong >= 0) refuse('damaged', `${name}: ${key}[${wrong}] is ${describe(list[wrong])}, not a number that can be one.`);
  return list as readonly number[];
}

function timeOf(json: Json, key: 'startTime' | 'endTime', name: string): Microseconds {
  const value = json[key];
  if (typeof value !== 'number' || Math.abs(value) > MAX_TIME)
    refuse('damaged', `${name}: ${key} is ${describe(value)}, not a time in us.`);
  return value;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `the text "${shorten(value, 40)}"` : `${value}`;
}
