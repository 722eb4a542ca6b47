/** Writes profiles in speedscope's own file format (https://www.speedscope.app/file-format-schema.json), one per process. */
import { MAX_TEXT_LENGTH } from '../../foreign/check-text-length.ts';
import { isIdle } from '../../model/profile/frame-kind.ts';
import type { Profile } from '../../model/profile/profile.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { mergeFrames } from '../model/frame-table.ts';
import { exporterOf } from '../model/speedscope-exporter.ts';

/** Its name for the units; what it has no name for is a plain number. */
const UNITS: Readonly<Record<WeightUnit, string>> = {
  microseconds: 'microseconds',
  bytes: 'bytes',
  ticks: 'none',
  samples: 'none',
  weight: 'none',
};
const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/** Characters of stacks: with more, the file could not be opened again, and hardly be written. */
const MOST_TEXT = 0.75 * MAX_TEXT_LENGTH;

/**
 * Sampled profiles, outermost frame first; `(idle)` is an empty stack. Each sample is one of the file: how many there are says how sure shares are.
 * Only where that would be longer than a file may be (`most`), runs of equal stacks become one sample, which changes no weight. The text is put
 * together from ready pieces: a stack of a frequent node is written once.
 */
export function exportSpeedscope(profiles: readonly Profile[], name: string, most = MOST_TEXT): string {
  const { frames, indexOf } = mergeFrames(profiles);
  const shared = frames.map(({ name, url, line, column }) =>
    line < 0 ? { name, file: url } : { name, file: url, line: line + 1, col: column + 1 },
  );
  const stacks = profiles.map((profile, p) => makeStackWriter(profile, indexOf[p]!));
  const length = profiles.reduce((sum, profile, p) => sum + lengthOf(profile, stacks[p]!), 0);
  const parts = profiles.map((profile, p) => writeProfile(profile, stacks[p]!, nameOf(profile, name), length > most));
  const head = JSON.stringify({ $schema: SCHEMA, exporter: exporterOf(profiles), name, activeProfileIndex: 0, shared: { frames: shared } });
  return `${head.slice(0, -1)},"profiles":[${parts.join(',')}]}`;
}

/** The process, and the thread when it is not the main one. */
function nameOf({ pid, thread }: Profile, name: string): string {
  if (pid === 0) return name;
  return `${name} (pid ${pid}${thread === 0 ? '' : `, thread ${thread}`})`;
}

type StackWriter = (node: number) => string;

function lengthOf({ sampleNode }: Profile, stackOf: StackWriter): number {
  let length = 0;
  for (const node of sampleNode) length += stackOf(node).length + 1;
  return length;
}

function writeProfile(profile: Profile, stackOf: StackWriter, name: string, isJoined: boolean): string {
  const samples: string[] = [];
  const weights: number[] = [];
  const { sampleNode, sampleTime, endTime, weights: own } = profile;
  for (let i = 0; i < sampleNode.length; i++) {
    const weight = own === null ? (sampleTime[i + 1] ?? endTime) - sampleTime[i]! : own[i]!;
    if (isJoined && i > 0 && sampleNode[i] === sampleNode[i - 1]) weights[weights.length - 1]! += weight;
    else {
      samples.push(stackOf(sampleNode[i]!));
      weights.push(weight);
    }
  }
  const [startValue, endValue] = own === null ? [sampleTime[0] ?? 0, sampleTime.length === 0 ? 0 : endTime] : [0, sum(weights)];
  const head = JSON.stringify({ type: 'sampled', name, unit: UNITS[profile.unit], startValue, endValue });
  return `${head.slice(0, -1)},"samples":[${samples.join(',')}],"weights":[${weights.join(',')}]}`;
}

function sum(weights: readonly number[]): number {
  return weights.reduce((all, weight) => all + weight, 0);
}

function makeStackWriter(profile: Profile, indexOf: Int32Array): StackWriter {
  const written = new Map<number, string>();
  return (node) => {
    let text = written.get(node);
    if (text === undefined) {
      const stack: number[] = [];
      const isShown = !isIdle(profile.frames[profile.frame[node]!]!);
      for (let at = isShown ? node : 0; at > 0; at = profile.parent[at]!) stack.push(indexOf[profile.frame[at]!]!);
      text = `[${stack.reverse().join(',')}]`;
      written.set(node, text);
    }
    return text;
  };
}
