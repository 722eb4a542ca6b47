/** Reads on which lines samples were taken, from an untrusted profile: as V8 says it of each node, and as our own files have it. */
import { isObject } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import type { V8LineTicks } from '../lines/line-ticks.ts';
import { WAITS, WAITS_AND_WORKS, WORKS } from '../lines/wait-lines.ts';
import type { V8ProfileNode } from './v8-profile.ts';

const MOST = 0x7fff_ffff;

function isCount(value: unknown, least = 0): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= MOST;
}

/** `node`: its place in the file, for the sentence. Null: it has none. */
export function readPositionTicks(list: unknown, node: number, name: string): V8ProfileNode['positionTicks'] | null {
  if (!Array.isArray(list)) refuse('damaged', say('profile.ticksNotAList', { name, node, value: describe(list) }));
  if (list.length === 0) return null;
  const strange = (value: unknown): never => refuse('damaged', say('profile.strangeTicks', { name, node, value: describe(value) }));
  return list.map((one: unknown) => {
    if (!isObject(one)) return strange(one);
    const { line, ticks } = one;
    if (!isCount(line, 1)) return strange(line);
    return isCount(ticks) ? { line, ticks } : strange(ticks);
  });
}

/** What the columns refer to. */
interface Referred {
  readonly samples: number;
  readonly isNode: (id: number) => boolean;
  /** Of the node that stands for one that was too deep. */
  readonly standIn: (id: number) => number;
}

export function readLineTicks(value: unknown, { samples, isNode, standIn }: Referred, name: string): V8LineTicks {
  const strange = (key: string): never => refuse('damaged', say('profile.strangeLineTicks', { name, key }));
  if (!isObject(value)) return strange('lineTicks');
  const column = (key: keyof V8LineTicks, isFine: (one: number, at: number, all: readonly number[]) => boolean): readonly number[] => {
    const list: unknown = value[key];
    if (!Array.isArray(list) || !list.every((one, at) => typeof one === 'number' && isFine(one, at, list as number[])))
      return strange(`lineTicks.${key}`);
    return list as readonly number[];
  };
  const slices = column('slices', (sample, at, all) => isCount(sample) && sample <= samples && (at === 0 || sample >= all[at - 1]!));
  const entries = column('entries', (count) => isCount(count));
  const nodes = column('nodes', (id) => isNode(id));
  const lines = column('lines', (line) => isCount(line, 1));
  const ticks = column('ticks', (count) => isCount(count));
  const sum = entries.reduce((all, count) => all + count, 0);
  if (entries.length !== slices.length) strange('lineTicks.entries');
  for (const [key, length] of [['nodes', nodes.length] as const, ['lines', lines.length] as const, ['ticks', ticks.length] as const])
    if (length !== sum) strange(`lineTicks.${key}`);
  const all = { slices, entries, nodes: nodes.map(standIn), lines, ticks };
  if (value.waits === undefined) return all;
  const waits = column('waits', (is) => is === WORKS || is === WAITS || is === WAITS_AND_WORKS);
  return waits.length === sum ? { ...all, waits } : strange('lineTicks.waits');
}
