/**
 * Reads an untrusted `.cpuprofile`. Everything in it is checked: each refusal is a sentence that names what and
 * where, and no input makes it recurse, loop or grow without bound.
 */
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, shorten } from '../../base/shorten.ts';
import type { Microseconds } from '../../base/units.ts';
import { MAX_TIME } from '../../foreign/json-reader.ts';
import { isObject, type Json, parseJson } from '../../foreign/read-json.ts';
import { describe, orRefused, RECORD_AGAIN, RECORD_LESS, refuse } from '../../foreign/refuse.ts';
import type { Outcome } from '../../model/failure.ts';
import { LEAST_IN_SAMPLES } from '../../model/served.ts';
import { say } from '../../words/said.ts';
import { placesOfNodes } from './node-places.ts';
import { positionOr } from './position.ts';
import { readLineTicks, readPositionTicks } from './read-line-ticks.ts';
import type { V8CallFrame, V8Profile, V8ProfileNode } from './v8-profile.ts';

/** A profile nests 4 deep (profile, node, position ticks, tick), one more in a list of profiles. */
const MAX_NESTING = 64;
export const MAX_NODES = 1_000_000;
export const MAX_SAMPLES = 20_000_000;
/** Lists of a profile, and how long they may be. */
const LIMITS: Readonly<Record<'nodes' | 'samples' | 'timeDeltas' | 'weights' | 'taken' | 'requests', number>> = {
  nodes: MAX_NODES,
  samples: MAX_SAMPLES,
  timeDeltas: MAX_SAMPLES,
  weights: MAX_SAMPLES,
  taken: MAX_SAMPLES,
  requests: MAX_SAMPLES,
};
/** V8 itself never writes deeper stacks than it can run; what is deeper belongs to a made file and is folded here. */
export const MAX_STACK_DEPTH = 4_096;
/** What fits into the list of a profile. */
const MAX_REQUEST = 0x7fff_ffff;

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

/** `name` is the file's name, for the sentences. `hasWeights`: its samples say what they weigh, and it is asked for. */
export function readCpuProfile(text: string, name: string, hasWeights = false): Outcome<ReadCpuProfile> {
  return orRefused(() => {
    const value = parseCpuProfile(text, name);
    if (!isObject(value)) refuse('not-a-session', say('profile.notAnObject', { name, value: describe(value) }));
    return checkCpuProfile(value, name, hasWeights);
  });
}

export function parseCpuProfile(text: string, name: string): unknown {
  return parseJson(text, name, MAX_NESTING, ({ listLengths }) => {
    for (const [key, limit] of Object.entries(LIMITS)) checkLength(key, listLengths.get(key) ?? 0, limit, name);
  });
}

/** Refuses what is no profile. */
export function checkCpuProfile(json: Json, name: string, hasWeights = false): ReadCpuProfile {
  refuseOtherFormats(json, name);
  const rawNodes = listOf(json, 'nodes', name);
  const counters = { shortened: 0 };
  const nodes = rawNodes.map((node, i) => readNode(node, i, name, counters));
  const places = distinctPlaces(nodes, name);
  const parents = findParents(nodes, rawNodes as readonly Json[], places, name);
  const { order, standsFor, folded } = orderNodes(nodes, parents, name);
  const idOf = (place: number) => nodes[standsFor[place]!]!.id;

  const toNode = (place: number): V8ProfileNode => {
    const node = nodes[place]!;
    const parent = parents[place]!;
    return parent < 0 ? node : { ...node, parent: nodes[parent]!.id };
  };
  const times = readTimes(json, name);
  return {
    profile: {
      nodes: order.map(toNode),
      startTime: times.startTime,
      endTime: times.endTime,
      samples: samplesOf(times.samples, places, folded === 0 ? null : idOf, name),
      timeDeltas: times.timeDeltas,
      ...('requests' in json ? { requests: readRequests(json, times.samples.length, name) } : {}),
      ...(json.lineTicks === undefined
        ? {}
        : {
            lineTicks: readLineTicks(
              json.lineTicks,
              { samples: times.samples.length, isNode: (id) => places(id) >= 0, standIn: (id) => idOf(places(id)) },
              name,
            ),
          }),
      ...(hasWeights ? { weights: readWeights(json, 'weights', times.samples.length, name) } : {}),
      ...(hasWeights && json.taken !== undefined ? { taken: readWeights(json, 'taken', times.samples.length, name) } : {}),
    },
    negativeDeltas: countNegative(times.timeDeltas),
    foldedNodes: folded,
    shortenedNames: counters.shortened,
  };
}

/** What people open by mistake is named, so that they know what they have. */
function refuseOtherFormats(json: Json, name: string): void {
  if (!('nodes' in json)) refuse('not-a-session', say('profile.noNodes', { name }), say('file.opens'));
}

function checkLength(key: string, length: number, limit: number, name: string): void {
  if (length > limit) refuse('too-large', say('profile.longList', { name, length, key, limit }), RECORD_LESS);
}

function listOf(json: Json, key: keyof typeof LIMITS, name: string): readonly unknown[] {
  const list = json[key];
  if (!Array.isArray(list)) refuse('damaged', say('profile.notAList', { name, key, value: describe(list) }));
  // Counted before, unless the key was written with escapes.
  checkLength(key, list.length, LIMITS[key], name);
  if (list.length === 0 && key === 'nodes') refuse('damaged', say('profile.emptyNodes', { name }), RECORD_AGAIN);
  return list;
}

type PlainNode = Pick<V8ProfileNode, 'id' | 'callFrame' | 'positionTicks'>;

function readNode(node: unknown, index: number, name: string, counters: { shortened: number }): PlainNode {
  if (!isObject(node)) refuse('damaged', say('profile.nodeNotAnObject', { name, node: index, value: describe(node) }));
  if (!Number.isSafeInteger(node.id)) refuse('damaged', say('profile.nodeId', { name, node: index, value: describe(node.id) }));
  if (!isObject(node.callFrame)) refuse('damaged', say('profile.nodeNoFrame', { name, node: index }));
  const { functionName, url = '', scriptId = '0', lineNumber = -1, columnNumber = -1 } = node.callFrame;
  if (typeof functionName !== 'string')
    refuse('damaged', say('profile.nodeNotAText', { name, node: index, value: describe(functionName), key: 'functionName' }));
  if (typeof url !== 'string') refuse('damaged', say('profile.nodeNotAText', { name, node: index, value: describe(url), key: 'url' }));
  for (const [key, value] of [['lineNumber', lineNumber] as const, ['columnNumber', columnNumber] as const]) {
    if (!Number.isSafeInteger(value)) {
      refuse('damaged', say('profile.nodePosition', { name, node: index, value: describe(value), key }));
    }
  }
  if (functionName.length > MAX_NAME_LENGTH) counters.shortened++;
  const callFrame: V8CallFrame = {
    functionName: shorten(functionName, MAX_NAME_LENGTH),
    scriptId: typeof scriptId === 'string' ? shorten(scriptId, 20) : '0',
    url: shorten(url, MAX_URL_LENGTH),
    lineNumber: positionOr(-1, lineNumber as number),
    columnNumber: positionOr(-1, columnNumber as number),
  };
  const positionTicks = node.positionTicks === undefined ? null : readPositionTicks(node.positionTicks, index, name);
  return { id: node.id as number, callFrame, ...(positionTicks === null ? {} : { positionTicks }) };
}

type Places = ReturnType<typeof placesOfNodes>;

function distinctPlaces(nodes: readonly PlainNode[], name: string): Places {
  const places = placesOfNodes(nodes);
  nodes.forEach(({ id }, place) => {
    const other = places(id);
    if (other === place) return;
    const first = nodes.findIndex((node) => node.id === id);
    const second = nodes.findIndex((node, at) => at > first && node.id === id);
    refuse('damaged', say('profile.sameId', { name, first, second, id }));
  });
  return places;
}

/** The node of each sample, or the one that stands for it. A loop: this is done for millions. */
function samplesOf(
  samples: readonly number[],
  places: Places,
  standIn: ((place: number) => number) | null,
  name: string,
): readonly number[] {
  const nodes = standIn === null ? samples : new Array<number>(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const place = places(samples[i]!);
    if (place < 0) refuse('damaged', say('profile.strangeSample', { name, sample: i, node: samples[i]! }));
    if (standIn !== null) (nodes as number[])[i] = standIn(place);
  }
  return nodes;
}

function countNegative(deltas: readonly Microseconds[]): number {
  let count = 0;
  for (let i = 0; i < deltas.length; i++) if (deltas[i]! < 0) count++;
  return count;
}

/** Parent place by place, -1 for none. Chrome's traces name the parent, V8's own files the children; both are read. */
function findParents(nodes: readonly PlainNode[], raw: readonly Json[], places: Places, name: string): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  const connect = (parent: number, child: number) => {
    if (parents[child] === parent) refuse('damaged', say('profile.childTwice', { name, node: nodes[parent]!.id, child: nodes[child]!.id }));
    if (parents[child] !== -1) {
      const [first, second] = [nodes[parents[child]!]!.id, nodes[parent]!.id];
      refuse('damaged', say('profile.twoParents', { name, node: nodes[child]!.id, first, second }));
    }
    parents[child] = parent;
  };
  const find = (id: unknown, strange: 'profile.strangeChild' | 'profile.strangeParent', place: number): number => {
    const found = typeof id === 'number' ? places(id) : -1;
    if (found < 0) refuse('damaged', say(strange, { name, node: nodes[place]!.id, value: describe(id) }));
    return found;
  };
  raw.forEach(({ children = [] }, place) => {
    if (!Array.isArray(children))
      refuse('damaged', say('profile.childrenNotAList', { name, node: nodes[place]!.id, value: describe(children) }));
    for (const child of children) connect(place, find(child, 'profile.strangeChild', place));
  });
  raw.forEach(({ parent }, place) => {
    if (parent === undefined || parent === null) return;
    const above = find(parent, 'profile.strangeParent', place);
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
  if (roots.length === 0) refuse('damaged', say('profile.noRoot', { name }));
  if (roots.length > 1)
    refuse('damaged', say('profile.severalRoots', { name, count: roots.length, first: roots[0]!.id, second: roots[1]!.id }));
  const depth = new Int32Array(nodes.length).fill(-1);
  const standsFor = new Int32Array(nodes.length);
  const order: number[] = [];
  const pending: number[] = [];
  for (let start = 0; start < nodes.length; start++) {
    for (let place = start; place >= 0 && depth[place] === -1; place = parents[place]!) {
      // Climbing more steps than there are nodes: the way leads round and never to the root.
      if (pending.push(place) > nodes.length) refuse('damaged', say('profile.cycle', { name, node: nodes[start]!.id }));
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
    const key = 'samples' in json ? 'timeDeltas' : 'samples';
    refuse('damaged', say('profile.noTimes', { name, key }), say('profile.recordWithSamples'));
  }
  const samples = numbersOf(json, 'samples', name);
  const timeDeltas = numbersOf(json, 'timeDeltas', name);
  if (samples.length !== timeDeltas.length) {
    refuse('damaged', say('profile.unequalTimes', { name, samples: samples.length, deltas: timeDeltas.length }), RECORD_AGAIN);
  }
  const startTime = timeOf(json, 'startTime', name);
  const endTime = timeOf(json, 'endTime', name);
  if (endTime < startTime) refuse('damaged', say('profile.endsBeforeStart', { name, end: endTime, start: startTime }));
  let last = startTime;
  for (let i = 0; i < timeDeltas.length; i++) last += timeDeltas[i]!;
  if (Math.abs(last) > MAX_TIME) refuse('damaged', say('profile.sumOfDeltas', { name, sum: last }));
  return { startTime, endTime, samples, timeDeltas };
}

function readWeights(json: Json, key: 'weights' | 'taken', samples: number, name: string): readonly number[] {
  const weights = numbersOf(json, key, name);
  if (weights.length !== samples) refuse('damaged', say('profile.unequalWeights', { name, samples, weights: weights.length }));
  const negative = weights.findIndex((weight) => weight < 0);
  if (negative >= 0) refuse('damaged', say('profile.negativeWeight', { name, index: negative, weight: weights[negative]! }));
  return weights;
}

/** Ours: files of V8 have no such list. */
function readRequests(json: Json, samples: number, name: string): readonly number[] {
  const requests = numbersOf(json, 'requests', name);
  if (requests.length !== samples) refuse('damaged', say('profile.unequalRequests', { name, samples, requests: requests.length }));
  const strange = requests.findIndex((request) => !Number.isInteger(request) || request < LEAST_IN_SAMPLES || request > MAX_REQUEST);
  if (strange >= 0) refuse('damaged', say('profile.strangeRequest', { name, index: strange, request: requests[strange]! }));
  return requests;
}

function numbersOf(json: Json, key: 'samples' | 'timeDeltas' | 'weights' | 'taken' | 'requests', name: string): readonly number[] {
  const list = listOf(json, key, name);
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (typeof value !== 'number' || Math.abs(value) > MAX_TIME)
      refuse('damaged', say('profile.notANumber', { name, key, index: i, value: describe(value) }));
  }
  return list as readonly number[];
}

function timeOf(json: Json, key: 'startTime' | 'endTime', name: string): Microseconds {
  const value = json[key];
  if (typeof value !== 'number' || Math.abs(value) > MAX_TIME)
    refuse('damaged', say('profile.notATime', { name, key, value: describe(value) }));
  return value;
}
