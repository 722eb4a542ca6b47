/** In which calls threads were blocked: the table beside that of functions on CPU. */
import { percentOf } from '../../base/percent-of.ts';
import type { TimeWindow } from '../../base/units.ts';
import { ANONYMOUS_NAME, canBeFound } from '../../model/profile/frame-kind.ts';
import type { Frame, LinePlace, Profile } from '../../model/profile/profile.ts';
import type { BlockedCall, BlockedRow } from '../../model/report.ts';
import { WORKS } from '../lines/wait-lines.ts';
import { NO_PACKAGE, numberPackages } from '../model/package-of.ts';
import { callerOf, isUnread, RUNS, readCalls } from './blocking-calls.ts';
import { computeNodeWeights } from './sample-weights.ts';

const US_PER_MS = 1_000;

/** Most time first; `profiles`: of time. */
export function listBlocked(profiles: readonly Profile[], window: TimeWindow | null): BlockedRow[] {
  const sums = new Map<string, { row: Omit<BlockedRow, 'blockedMs' | 'percent'>; us: number; threads: Set<string> }>();
  let all = 0;
  for (const profile of profiles) {
    if (profile.unit !== 'microseconds') continue;
    const { self } = computeNodeWeights(profile, window, 'blocked');
    const callOf = callReader(profile);
    self.forEach((us, node) => {
      if (us <= 0) return;
      const row = callOf(node);
      const key = `${row.call} ${row.line} ${row.url} ${row.function}`;
      const sum = sums.get(key) ?? { row: { ...row, threads: 0 }, us: 0, threads: new Set() };
      sums.set(key, sum);
      sum.us += us;
      sum.threads.add(`${profile.pid} ${profile.thread}`);
      all += us;
    });
  }
  return [...sums.values()]
    .map(({ row, us, threads }) => ({ ...row, threads: threads.size, blockedMs: us / US_PER_MS, percent: percentOf(us, all) }))
    .sort((a, b) => b.blockedMs - a.blockedMs);
}

/**
 * Of one thread, by who made the calls: the nearest function of the user's own, or else the package. Calls of which it is not known what they are,
 * are left out. `fileOf`: what a file is called where its name does not tell it from others.
 */
export function listBlockedOf(profile: Profile, window: TimeWindow | null, fileOf: (url: string) => string | undefined): BlockedCall[] {
  if (profile.unit !== 'microseconds') return [];
  const { self } = computeNodeWeights(profile, window, 'blocked');
  if (!self.some((us) => us > 0)) return [];
  const { samples } = computeNodeWeights(profile, window, 'wall');
  const callOf = callReader(profile);
  const makerOf = makerReader(profile, fileOf);
  const sums = new Map<string, { readonly call: string; readonly maker: Maker; us: number; samples: number }>();
  self.forEach((us, node) => {
    if (us <= 0) return;
    const { call } = callOf(node);
    if (call === '') return;
    const maker = makerOf(node);
    const key = JSON.stringify([call, maker]);
    const sum = sums.get(key) ?? { call, maker, us: 0, samples: 0 };
    sums.set(key, sum);
    sum.us += us;
    sum.samples += samples[node]!;
  });
  return [...sums.values()]
    .map(({ call, maker, us, samples: taken }) => ({ call, blockedMs: us / US_PER_MS, samples: taken, ...maker }))
    .sort((a, b) => b.blockedMs - a.blockedMs);
}

type Maker = Pick<BlockedCall, 'calledBy' | 'calledByPackage'>;

function makerReader({ frames, frame, parent }: Profile, fileOf: (url: string) => string | undefined): (node: number) => Maker {
  const packages = numberPackages(frames);
  return (node) => {
    let ofPackage: number | null = null;
    for (let at = node; at > 0; at = parent[at]!) {
      const { kind, name, url, line } = frames[frame[at]!]!;
      if (kind === 'own' && canBeFound(name, url)) {
        const file = fileOf(url);
        return { calledBy: { function: name, url, line: line + 1, ...(file === undefined ? {} : { file }) } };
      }
      if (kind === 'dependency') ofPackage ??= frame[at]!;
    }
    const number = ofPackage === null ? NO_PACKAGE : packages.numberOf[ofPackage]!;
    if (ofPackage === null || number === NO_PACKAGE) return {};
    const { name } = frames[ofPackage]!;
    return { calledByPackage: { ...packages.all[number]!, function: name === '' || name === ANONYMOUS_NAME ? null : name } };
  };
}

type Call = Pick<BlockedRow, 'call' | 'function' | 'url' | 'line'>;

/** Of nodes that are blocked. An empty name: it is not known in which call. */
export function callReader(profile: Profile): (node: number) => Call {
  const { frames, frame, parent } = profile;
  const calls = readCalls(profile);
  const waits = waitsOfNodes(profile);
  const frameOf = (node: number): Frame => frames[frame[node]!]!;
  return (node) => {
    if (calls[node] !== RUNS) {
      let caller = callerOf(profile, node);
      const call = plainName(frameOf(caller).name);
      while (parent[caller]! > 0 && isOfNode(frameOf(caller))) caller = parent[caller]!;
      const { name, url, line } = frameOf(caller);
      return { call, function: name, url, line: line + 1 };
    }
    const { name, url, line } = frameOf(node);
    const place = waits.get(node);
    const isKnown = place !== undefined || !isUnread({ url });
    return { call: isKnown ? 'Atomics.wait' : '', function: name, url: place?.url ?? url, line: place?.line ?? line + 1 };
  };
}

/** `ChildProcess.spawn` as `spawn`. */
const plainName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const isOfNode = ({ kind }: Frame): boolean => kind === 'core' || kind === 'native';

/** The line on which each node waited most. */
function waitsOfNodes({ lines }: Profile): Map<number, LinePlace> {
  const most = new Map<number, { place: LinePlace; ticks: number }>();
  lines?.waits?.forEach((is, entry) => {
    const [node, ticks] = [lines.node[entry]!, lines.ticks[entry]!];
    if (is !== WORKS && ticks > (most.get(node)?.ticks ?? 0)) most.set(node, { place: lines.places[lines.place[entry]!]!, ticks });
  });
  return new Map([...most].map(([node, { place }]) => [node, place]));
}
