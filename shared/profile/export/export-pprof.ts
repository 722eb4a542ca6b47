/** Writes profiles as one pprof (`message Profile` of google/pprof's profile.proto), not yet compressed: for `go tool pprof`, Pyroscope, Parca. */
import { Function as Described, Label, Line, Location, Profile as Pprof, Sample, StringTable, ValueType } from 'pprof-format';
import type { Profile } from '../../model/profile/profile.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { mergeFrames } from '../model/frame-table.ts';
import { areSampled, computeNodeWeights } from '../time/sample-weights.ts';

/**
 * What each sample counts, and what it weighs. Node's profilers for pprof call the time between two samples `wall`, too: `(idle)` is
 * a function of the file, and `-ignore '\(idle\)'` leaves it out.
 */
const TYPES: Readonly<Record<WeightUnit, readonly (readonly [type: string, unit: string])[]>> = {
  microseconds: [
    ['sample', 'count'],
    ['wall', 'nanoseconds'],
  ],
  bytes: [['space', 'bytes']],
  ticks: [['ticks', 'count']],
  samples: [['samples', 'count']],
  weight: [['weight', 'count']],
};
const NS_PER_US = 1e3;

/** `profiles`: of one unit; several are told apart by labels. `epochMs`: when time 0 was; 0: not known. */
export function exportPprof(profiles: readonly Profile[], epochMs: number): Uint8Array {
  const strings = new StringTable();
  const text = (value: string): number => strings.dedup(value);
  const { frames, indexOf } = mergeFrames(profiles);
  const unit = profiles[0]?.unit ?? 'microseconds';
  const isTime = unit === 'microseconds';
  // What was not sampled has no number of samples.
  const hasCount = isTime && areSampled(profiles);
  const types = TYPES[unit].slice(isTime && !hasCount ? 1 : 0).map(([type, of]) => new ValueType({ type: text(type), unit: text(of) }));
  const sample = profiles.flatMap((profile, p) => {
    const { self, samples } = computeNodeWeights(profile, null, 'wall');
    const label = labelsOf(profile, profiles.length > 1, text);
    const written: Sample[] = [];
    for (let node = 0; node < self.length; node++) {
      if (samples[node] === 0 && self[node] === 0) continue;
      const weight = Math.round(self[node]! * (isTime ? NS_PER_US : 1));
      const value = hasCount ? [Math.round(samples[node]!), weight] : [weight];
      written.push(new Sample({ locationId: stackOf(profile, indexOf[p]!, node), value, label }));
    }
    return written;
  });
  const from = Math.min(...profiles.map(({ startTime }) => startTime), Infinity);
  const to = Math.max(...profiles.map(({ endTime }) => endTime), -Infinity);
  const intervalUs = profiles[0]?.intervalUs ?? 0;
  return new Pprof({
    sampleType: types,
    sample,
    // Function 0 is the root, which no stack names, and 0 is no id.
    location: frames.slice(1).map(
      ({ line, column }, i) =>
        new Location({
          id: i + 1,
          line: [new Line({ functionId: i + 1, line: Math.max(0, line + 1), column: Math.max(0, column + 1) })],
        }),
    ),
    // Without a system name, which pprof would take for one of C++ and shorten: of "RegExp: <%=" only "RegExp: " would be left.
    function: frames
      .slice(1)
      .map(
        ({ name, url, line }, i) => new Described({ id: i + 1, name: text(name), filename: text(url), startLine: Math.max(0, line + 1) }),
      ),
    stringTable: strings,
    defaultSampleType: types.at(-1)!.type,
    ...(to > from ? { durationNanos: BigInt(Math.round(to - from)) * 1000n } : {}),
    ...(epochMs > 0 && to > from ? { timeNanos: BigInt(Math.round(epochMs * 1e3 + from)) * 1000n } : {}),
    ...(isTime && intervalUs > 0 ? { periodType: types.at(-1)!, period: Math.round(intervalUs * NS_PER_US) } : {}),
  }).encode();
}

/** Innermost function first. */
function stackOf({ parent, frame }: Profile, indexOf: Int32Array, node: number): number[] {
  const stack: number[] = [];
  for (let at = node; at > 0; at = parent[at]!) stack.push(indexOf[frame[at]!]!);
  return stack;
}

/** For `-tagfocus`, and to see whose a sample is. */
function labelsOf({ pid, thread }: Profile, isOneOfSeveral: boolean, text: (value: string) => number): Label[] {
  if (!isOneOfSeveral) return [];
  const number = (key: string, num: number): Label => new Label({ key: text(key), num });
  return pid === 0 ? [number('thread', thread)] : [number('process', pid), number('thread', thread)];
}
