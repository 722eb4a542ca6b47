/** The figures of CPU profiles for reports and the command line. */
import type { Microseconds } from '../../base/units.ts';
import { ANONYMOUS_NAME, canBeFound, isIdle, isUnsampled } from '../../model/profile/frame-kind.ts';
import type { Profile, ThreadParts } from '../../model/profile/profile.ts';
import type { FunctionRow } from '../../model/profile/profile-views.ts';
import type { BlockedRow, HeavyRow, ProfileFigures, ThreadShare } from '../../model/report.ts';
import { computeLines, shortLines } from '../lines/lines.ts';
import { findUnclear } from '../lines/unclear-lines.ts';
import { listBlocked, listBlockedOf } from '../time/blocked-calls.ts';
import { partsBetween } from '../time/divide-samples.ts';
import { lostTime, unseenPercent } from '../time/known-cpu.ts';
import { clipToProfile, computeNodeWeights } from '../time/sample-weights.ts';
import { marginOf } from '../time/share-interval.ts';
import { type CallTree, computeCallTree, type ProfileQueryOptions } from './call-tree.ts';
import { filesToTell } from './files-to-tell.ts';
import { listFunctions } from './functions.ts';
import { listGroups } from './groups.ts';
import { findHotCode } from './hot-code.ts';
import { findOwnCallers } from './own-callers.ts';
import { listPackages } from './packages.ts';

/** A profile begins when the profiler does, usually an interval or two before its first sample. From this part on, sums would seem not to add up. */
const TOLD_BEFORE = 0.005;

interface Extras {
  /** Of the same profiles and options, as is the next. */
  readonly tree?: CallTree;
  readonly lines?: ReturnType<typeof computeLines>;
  /** The tree of the samples that were taken in requests; null: it is not known which were. */
  readonly inRequests?: CallTree | null;
  /** What a thread is called. */
  readonly titleOf?: (of: Pick<Profile, 'pid' | 'thread'>) => string;
}

/**
 * `samples` are all taken in the window, idle ones too; `durationMs` is from the first process's start to the last one's
 * end inside it, without what lay between recordings; `processMs` and its parts add up over threads. What whole processes used and what
 * profiling costs is not known from a profile alone: null.
 */
export function computeProfileFigures(
  profiles: readonly Profile[],
  options: ProfileQueryOptions,
  heavyLimit: number,
  {
    tree = computeCallTree(profiles, options),
    lines = computeLines(profiles, options),
    inRequests = null,
    titleOf = () => '',
  }: Extras = {},
): ProfileFigures {
  const counted = profiles.map((profile) => ({ profile, ...countSamples(profile, options), span: spanOf(profile, options) }));
  const blocked = listBlocked(profiles, options.window);
  const sampled = counted.filter(({ span }) => span > 0);
  // What was counted lasted for nothing.
  const shown = counted.filter(({ span, profile }) => span > 0 || (profile.weights !== null && profile.sampleNode.length > 0));
  const restingUs = Math.max(0, ...sampled.map(({ unsampledUs }) => unsampledUs));
  const sum = (of: (one: (typeof counted)[number]) => number): number => counted.reduce((all, one) => all + of(one), 0);
  const ms = (us: number): number => (tree.unit === 'microseconds' ? us / 1_000 : 0);
  const processMs = sum(({ span, unsampledUs }) => span - unsampledUs) / 1_000;
  const beforeMs = ms(sum(({ profile }) => spanBefore(profile, options)));
  const idleWeight = tree.unit === 'microseconds' ? 0 : sum(({ idleUs }) => idleUs);
  const functions = listFunctions(tree);
  const fileOf = filesToTell(tree.frames);
  const blockedIn = (profile: Profile): Pick<ThreadShare, 'blockedIn'> => {
    const calls = listBlockedOf(profile, options.window, fileOf).slice(0, heavyLimit);
    return calls.length === 0 ? {} : { blockedIn: calls };
  };
  const rowsOf = (rows: readonly FunctionRow[]): HeavyRow[] => rows.slice(0, heavyLimit).map((row) => toHeavyRow(row, tree, fileOf));
  return {
    unit: tree.unit,
    weight: tree.base,
    samples: sum(({ samples }) => samples),
    ...(tree.isSampled ? {} : { isSampled: false }),
    ...(profiles.length > 0 && profiles.every(({ taken }) => taken !== undefined) ? { taken: tree.sampleCount } : {}),
    durationMs: (computeSpan(profiles, options) - restingUs) / 1_000,
    intervalUs: profiles.reduce((largest, profile) => Math.max(largest, profile.intervalUs), 0),
    effectiveIntervalUs: computeEffectiveInterval(profiles, options),
    processes: new Set(sampled.map(({ profile }) => profile.pid)).size,
    threads: shown
      .map(({ profile, samples, onStack, cpuUs, blockedUs, idleUs, waitedUs, stoppedUs, lostUs }) => ({
        pid: profile.pid,
        thread: profile.thread,
        title: titleOf(profile),
        samples,
        ...(tree.unit === 'microseconds' ? {} : { weight: onStack }),
        cpuMs: ms(cpuUs),
        blockedMs: ms(blockedUs),
        idleMs: ms(idleUs),
        waitedForCoreMs: waitedUs === null ? null : ms(waitedUs),
        stoppedMs: ms(stoppedUs),
        ...(lostUs > 0 ? { lostMs: ms(lostUs) } : {}),
        ...(blockedUs > 0 ? blockedIn(profile) : {}),
        activeMs: ms(cpuUs + blockedUs),
      }))
      .sort((a, b) => b.cpuMs - a.cpuMs || (b.weight ?? 0) - (a.weight ?? 0) || b.blockedMs - a.blockedMs || b.samples - a.samples),
    dividedBy: tree.cpu.by,
    processMs,
    threadCpuMs: ms(sum(({ cpuUs }) => cpuUs)),
    blockedMs: ms(sum(({ blockedUs }) => blockedUs)),
    idleMs: ms(sum(({ idleUs }) => idleUs)),
    ...(beforeMs > 0 && beforeMs >= TOLD_BEFORE * processMs ? { beforeMs } : {}),
    ...(idleWeight > 0 ? { idleWeight } : {}),
    activeMs: ms(sum(({ cpuUs, blockedUs }) => cpuUs + blockedUs)),
    unseenPercent: unseenPercent(tree.cpu),
    blocked: blocked.slice(0, heavyLimit),
    unclear: findUnclear(profiles, options.window),
    cpuMs: null,
    base: options.base,
    overheadPercent: null,
    heavy: withBlocked(withCallers(tree, functions.slice(0, heavyLimit), fileOf), blocked),
    own: rowsOf(
      functions.filter(({ kind, function: name, url }) => kind === 'own' && canBeFound(name, url)).sort((a, b) => b.total - a.total),
    ),
    packages: listPackages(tree).slice(0, heavyLimit),
    files: listGroups(tree, 'file').slice(0, heavyLimit),
    hot: findHotCode(tree, inRequests),
    lines: lines && shortLines(lines, heavyLimit),
  };
}

type FileOf = ReturnType<typeof filesToTell>;

/** `(program)` and the like work for nobody. What has neither name nor file is known by its caller alone, too. */
function isBuiltIn({ kind, function: name, url }: FunctionRow): boolean {
  return kind === 'native' && url === '' && (!name.startsWith('(') || name === ANONYMOUS_NAME);
}

function withCallers(tree: CallTree, rows: readonly FunctionRow[], fileOf: FileOf): HeavyRow[] {
  const callers = findOwnCallers(tree, new Set(rows.filter(isBuiltIn).map(({ index }) => index)));
  return rows.map((row) => {
    const calledBy = callers.get(row.index);
    return { ...toHeavyRow(row, tree, fileOf), ...(calledBy === undefined ? {} : { calledBy }) };
  });
}

/** Adds the blocked time of each function: in `Atomics.wait` on its own lines, and in calls of Node that it makes. */
function withBlocked(rows: readonly HeavyRow[], blocked: readonly BlockedRow[]): HeavyRow[] {
  const sums = new Map<string, number>();
  const keyOf = ({ function: name, url }: Pick<HeavyRow, 'function' | 'url'>): string => `${name} ${url}`;
  for (const row of blocked) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.blockedMs);
  return rows.map((row) => ({ ...row, blockedMs: sums.get(keyOf(row)) ?? 0 }));
}

interface Counted extends Omit<ThreadParts, 'sampledUs'> {
  readonly samples: number;
  readonly unsampledUs: Microseconds;
  /** What was not idle, in the unit of the profile. */
  readonly onStack: number;
  readonly lostUs: Microseconds;
}

function countSamples(profile: Profile, { window }: ProfileQueryOptions): Counted {
  let [samples, idleUs, unsampledUs, onStack] = [0, 0, 0, 0];
  const weights = computeNodeWeights(profile, window, 'wall');
  const idle = profile.frames.map(isIdle);
  const unsampled = profile.frames.map(isUnsampled);
  profile.frame.forEach((frame, node) => {
    if (unsampled[frame]) {
      unsampledUs += weights.self[node]!;
      return;
    }
    samples += weights.samples[node]!;
    if (idle[frame]) idleUs += weights.self[node]!;
    else onStack += weights.self[node]!;
  });
  if (profile.division !== undefined) {
    const { from, to } = clipToProfile(profile, window);
    const lost = lostTime(profile, window);
    const lostUs = Math.max(0, lost.to - lost.from);
    return { ...partsBetween(profile.division, from, to), samples, unsampledUs, onStack, lostUs };
  }
  const blockedUs = computeNodeWeights(profile, window, 'blocked').self.reduce((sum, us) => sum + us, 0);
  const rest = { unseenUs: 0, waitedUs: null, stoppedUs: 0, lostUs: 0 };
  return { samples, unsampledUs, onStack, idleUs, blockedUs, cpuUs: onStack - blockedUs, ...rest };
}

function spanOf(profile: Profile, { window }: ProfileQueryOptions): Microseconds {
  const { from, to } = clipToProfile(profile, window);
  return Math.max(0, to - from);
}

/** How long nobody looked yet. Where it is known how long a thread ran, that time is divided as well. */
function spanBefore(profile: Profile, { window }: ProfileQueryOptions): Microseconds {
  if (profile.weights !== null || profile.division !== undefined) return 0;
  const { from, to } = clipToProfile(profile, window);
  return Math.max(0, Math.min(to, profile.sampleTime[0] ?? to) - from);
}

function computeSpan(profiles: readonly Profile[], { window }: ProfileQueryOptions): Microseconds {
  let from = Infinity;
  let to = -Infinity;
  for (const profile of profiles) {
    const clipped = clipToProfile(profile, window);
    if (clipped.to <= clipped.from) continue;
    from = Math.min(from, clipped.from);
    to = Math.max(to, clipped.to);
  }
  return Math.max(0, to - from);
}

/** Median time between samples of one process, in µs; 0 when there are not two. */
export function computeEffectiveInterval(profiles: readonly Profile[], { window }: Pick<ProfileQueryOptions, 'window'>): Microseconds {
  // Deltas are whole numbers and nearly all are short: counting them is many times faster than sorting a long recording.
  const counts = new Uint32Array(LONGEST_COUNTED_US);
  const longer: Microseconds[] = [];
  let total = 0;
  for (const profile of profiles) {
    const { from, to } = clipToProfile(profile, window);
    let previous = Number.NaN;
    for (const time of profile.sampleTime) {
      if (time < from || time >= to) continue;
      if (!Number.isNaN(previous)) {
        const delta = time - previous;
        if (delta < LONGEST_COUNTED_US) counts[delta]!++;
        else longer.push(delta);
        total++;
      }
      previous = time;
    }
  }
  return total === 0 ? 0 : nearestRankMedian(counts, longer, total);
}

const LONGEST_COUNTED_US = 65_536;

function nearestRankMedian(counts: Uint32Array, longer: number[], total: number): Microseconds {
  const rank = Math.ceil(total / 2);
  let seen = 0;
  for (let delta = 0; delta < counts.length; delta++) {
    seen += counts[delta]!;
    if (seen >= rank) return delta;
  }
  return longer.sort((a, b) => a - b)[rank - seen - 1]!;
}

function toHeavyRow(
  { index: _index, hasMore: _hasMore, folded, ...row }: FunctionRow,
  { unit, isSampled, sampleCount }: CallTree,
  fileOf: FileOf,
): HeavyRow {
  const file = fileOf(row.url);
  const n = isSampled ? sampleCount : null;
  const [selfMs, totalMs] = unit === 'microseconds' ? [row.self / 1_000, row.total / 1_000] : [null, null];
  return {
    ...row,
    ...(folded > 0 ? { folded } : {}),
    ...(file === undefined ? {} : { file }),
    selfMs,
    totalMs,
    selfMargin: marginOf(row.selfPercent, n),
    totalMargin: marginOf(row.totalPercent, n),
  };
}
