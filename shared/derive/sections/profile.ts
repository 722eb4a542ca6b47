/** What the samples of a run tell: of its code, and of its routes. */
import { MAIN_THREAD } from '../../model/profile/profile.ts';
import { isMeasured } from '../../model/profile/profiling-cost.ts';
import { ALL_SAMPLES } from '../../model/profile/selection.ts';
import { HEAVY_LIMIT, type ProfileFigures, type ThreadShare } from '../../model/report.ts';
import { inlines, isHeapKind, type ProfileKind } from '../../model/setup/captures.ts';
import { WHOLE_PROFILE } from '../../profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../profile/tree/profile-figures.ts';
import type { RunRecording } from '../../session/recording.ts';
import { computeCpuTime } from '../../session/server-figures.ts';
import { titleOfThread } from '../../session/title-of-thread.ts';
import { type RunPart, type Section, US_PER_MS } from './section.ts';

/** Also where the load has ended, after which samples do not count, and what is known of the times of threads. */
export const OF_PROFILES = [
  'header',
  'requests',
  'phase-end',
  'load-end',
  'slice',
  'profile',
  'sources',
  'thread',
  'thread-times',
  'server',
] as const;

export const PROFILE: Section<'profile', 'profile'> = {
  id: 'profile',
  entries: [...OF_PROFILES, 'exact', 'blocks', 'machine'],
  derive: (part) => ({ profile: profileOf(part) }),
};

export const ROUTES: Section<'routes', 'routes'> = {
  id: 'routes',
  entries: [...OF_PROFILES, 'served', 'waits', 'process'],
  derive: ({ recording, window }) => ({ routes: recording.routes(window) }),
};

function profileOf({ recording, window, from, to }: RunPart): ProfileFigures | null {
  const profiles = recording.profiles();
  if (profiles.length === 0) return null;
  const asked = { ...WHOLE_PROFILE, window };
  const tree = recording.callTree(asked);
  const figures = computeProfileFigures(profiles, asked, HEAVY_LIMIT, {
    tree,
    lines: recording.lines(asked),
    inRequests: recording.treeInRequests(asked),
    titleOf: (of) => titleOfThread(recording, of),
  });
  const cpuUs = computeCpuTime(recording.server, new Set(profiles.map(({ pid }) => pid)), from, to);
  const cost = recording.profilingCost();
  return {
    ...figures,
    threads: figures.threads.map((share) => ({ ...share, ...identityOf(recording, share) })),
    // Between the blocks of a run that measures its cost the processes went on, unseen.
    cpuMs: cpuUs === null || cost !== null ? null : cpuUs / US_PER_MS,
    ...ofHeap(recording, profiles[0]!.kind),
    ...exactOf(recording),
    ...(cost === null ? {} : { cost, overheadPercent: isMeasured(cost.cpuPerRequest) ? cost.cpuPerRequest.percent : null }),
  };
}

/** What has to be known of a profile of memory. */
export function ofHeap({ header }: RunRecording, kind: ProfileKind): Pick<ProfileFigures, 'ofHeap'> {
  if (header === null || !isHeapKind(kind)) return {};
  return { ofHeap: { of: kind, isInlined: inlines(header.setup.capture) } };
}

/** What the system calls a thread that was sampled. Which one of a file of another tool is the main one is not known. */
function identityOf(recording: RunRecording, { pid, thread }: Pick<ThreadShare, 'pid' | 'thread'>): Pick<ThreadShare, 'tid' | 'kind'> {
  if (recording.imported !== null) return { tid: null };
  const known = recording.threadTimes(pid)?.threads.find((one) => one.thread.thread === thread)?.thread;
  return { tid: known?.tid ?? null, kind: known?.kind ?? (thread === MAIN_THREAD ? 'main' : 'worker') };
}

/** All of the pass without inlining: it has a time axis of its own. */
function exactOf(recording: RunRecording): Pick<ProfileFigures, 'exact'> {
  const { exactPass } = recording;
  const asked = { ...WHOLE_PROFILE, selection: { ...ALL_SAMPLES, inlined: false } };
  const profiles = recording.profiles(asked.selection);
  if (exactPass === null || profiles.length === 0) return {};
  const figures = computeProfileFigures(profiles, asked, HEAVY_LIMIT, { tree: recording.callTree(asked), lines: recording.lines(asked) });
  return { exact: { ...figures, exactPass } };
}
