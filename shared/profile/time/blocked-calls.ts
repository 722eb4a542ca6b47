/** In which calls threads were blocked: the table beside that of functions on CPU. */
import { percentOf } from '../../base/percent-of.ts';
import type { TimeWindow } from '../../base/units.ts';
import type { Frame, LinePlace, Profile } from '../../model/profile/profile.ts';
import type { BlockedRow } from '../../model/report.ts';
import { WORKS } from '../lines/wait-lines.ts';
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

type Call = Pick<BlockedRow, 'call' | 'function' | 'url' | 'line'>;

function callReader(profile: Profile): (node: number) => Call {
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
