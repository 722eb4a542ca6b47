/** Writes profiles in speedscope's own file format (https://www.speedscope.app/file-format-schema.json), one per process. */
import { isIdle } from './frame-kind.ts';
import { mergeFrames } from './frame-table.ts';
import type { Profile } from './profile.ts';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/**
 * Sampled profiles, weights in µs, outermost frame first; `(idle)` is an empty stack. Runs of equal stacks become one
 * sample, which changes no weight. The text is put together from ready pieces: a stack of a frequent node is written once.
 */
export function exportSpeedscope(profiles: readonly Profile[], name: string): string {
  const { frames, indexOf } = mergeFrames(profiles);
  const shared = frames.map(({ name, url, line, column }) =>
    line < 0 ? { name, file: url } : { name, file: url, line: line + 1, col: column + 1 },
  );
  const parts = profiles.map((profile, p) => writeProfile(profile, indexOf[p]!, profile.pid === 0 ? name : `${name} (pid ${profile.pid})`));
  const head = JSON.stringify({ $schema: SCHEMA, exporter: 'loopscope', name, activeProfileIndex: 0, shared: { frames: shared } });
  return `${head.slice(0, -1)},"profiles":[${parts.join(',')}]}`;
}

function writeProfile(profile: Profile, indexOf: Int32Array, name: string): string {
  const stackOf = makeStackWriter(profile, indexOf);
  const samples: string[] = [];
  const weights: number[] = [];
  const { sampleNode, sampleTime, endTime } = profile;
  for (let i = 0; i < sampleNode.length; i++) {
    const weight = (sampleTime[i + 1] ?? endTime) - sampleTime[i]!;
    if (i > 0 && sampleNode[i] === sampleNode[i - 1]) weights[weights.length - 1]! += weight;
    else {
      samples.push(stackOf(sampleNode[i]!));
      weights.push(weight);
    }
  }
  const startValue = sampleTime[0] ?? 0;
  const head = JSON.stringify({ type: 'sampled', name, unit: 'microseconds', startValue, endValue: sampleTime.length === 0 ? 0 : endTime });
  return `${head.slice(0, -1)},"samples":[${samples.join(',')}],"weights":[${weights.join(',')}]}`;
}

function makeStackWriter(profile: Profile, indexOf: Int32Array): (node: number) => string {
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
