/** What is said of a profile. */
import { formatMs, formatPercent } from '../format/figures.ts';
import { formatWeight } from '../format/weights.ts';
import type { KnownCpu } from '../model/profile/known-cpu.ts';
import { MAIN_THREAD } from '../model/profile/profile.ts';
import type { DiffFlameColumns } from '../model/profile/profile-views.ts';
import type { TimeBase } from '../model/profile/time-base.ts';
import type { WeightUnit } from '../model/profile/weight-unit.ts';
import type { ProfileFigures } from '../model/report.ts';
import type { TargetProcess, TargetThread } from '../model/run.ts';
import { isMostlyLost, isMuchUnseen, NEEDED_SAMPLES, unseenPercent } from '../profile/time/known-cpu.ts';
import { text } from '../words/words.ts';
import { processName } from './charts.ts';

type TimeOf = 'cpu' | 'estimate' | 'sampled';

/** What its CPU time is: told, an estimate, or the time of samples, where nobody told how long threads ran. */
export function timeOf({ by }: Pick<KnownCpu, 'by'>): TimeOf {
  return by === null ? 'sampled' : by === 'estimate' ? by : 'cpu';
}

/** What two variants are told of: heap that was allocated, or CPU time. */
export function comparedBy({ unit, by }: Pick<DiffFlameColumns['meta'], 'unit' | 'by'>): TimeOf | 'allocated' {
  return unit === 'bytes' ? 'allocated' : timeOf({ by });
}

export interface ProfileBase {
  /** In `unit`. */
  readonly base: number;
  readonly unit: WeightUnit;
  readonly samples: number;
  readonly timeBase: TimeBase;
  readonly cpu: KnownCpu;
  /** False: it has no number of samples. */
  readonly isSampled?: boolean;
}

const BASE_TEXTS = { cpu: 'baseCpu', estimate: 'baseEstimate', sampled: 'baseSampled' } as const;

/** What percentages are of, and why no sentence is made of them where it is so. */
export function tellBase({ base, unit, samples, timeBase, cpu, isSampled = true }: ProfileBase): string {
  if (unit === 'samples') return text('run.profile.baseSamples', { samples });
  const time = formatWeight(base, unit);
  if (unit === 'bytes' && isSampled) return text('run.profile.baseBytes', { weight: time, samples });
  if (unit !== 'microseconds') return text('run.profile.baseWeight', { weight: time });
  if (!isSampled) return text('run.profile.baseCounted', { time, base: timeBase });
  if (timeBase !== 'cpu') return text(timeBase === 'wall' ? 'run.profile.baseWall' : 'run.profile.baseBlocked', { time, samples });
  return [text(`run.profile.${BASE_TEXTS[timeOf(cpu)]}`, { time, samples }), ...doubts(samples, cpu)].join(' ');
}

function unseenText(cpu: KnownCpu, interval: string): string {
  const percent = formatPercent(unseenPercent(cpu) ?? 0, 0);
  return isMostlyLost(cpu) ? text('run.profile.lost', { percent }) : text('run.profile.unseen', { interval, percent });
}

/** Why shares of functions are uncertain, if they are. */
export function doubts(samples: number, cpu: KnownCpu): string[] {
  const interval = formatMs(cpu.intervalUs / 1_000);
  if (cpu.by === null) return [];
  return [
    ...(samples < NEEDED_SAMPLES ? [text('run.profile.fewSamples', { interval, needed: NEEDED_SAMPLES })] : []),
    ...(isMuchUnseen(cpu) ? [unseenText(cpu, interval)] : []),
  ];
}

/** How long it was taken, and of how many processes and threads. */
export function coversText({ durationMs, idleMs, beforeMs, processMs, processes, threads }: ProfileFigures): string {
  const figures = { time: formatMs(durationMs), idle: formatMs(idleMs), before: beforeMs === undefined ? 'none' : formatMs(beforeMs) };
  if (threads.length <= 1) return text('run.overview.profiledValue', figures);
  const several = { ...figures, processes: String(processes), together: formatMs(processMs) };
  if (threads.length === processes) return text('run.overview.profiledSeveral', several);
  return text('run.overview.profiledThreads', { ...several, processes, threads: String(threads.length) });
}

/** "main 4242"; of a worker thread "main 4242, thread 3: resize.js". */
export function laneNameOf(
  { pid, thread }: { readonly pid: number; readonly thread: number },
  processes: readonly Pick<TargetProcess, 'pid' | 'role' | 'member'>[],
  threads: readonly TargetThread[],
): string {
  const process = processName(
    processes.find((one) => one.pid === pid),
    pid,
  );
  if (thread === MAIN_THREAD) return process;
  const title = threads.find((one) => one.pid === pid && one.thread === thread)?.title ?? '';
  return text('run.flameChart.threadLane', { process, thread: threadName({ thread, title }) });
}

/** Of a file of another tool, each profile of which is a thread: what the file calls it, or "profile 3". */
export function laneOfFile(profiles: readonly { readonly title: string }[], thread: number): string {
  return profiles[thread]?.title || text('run.flameChart.profileLane', { number: String(thread + 1) });
}

/** "main thread", "thread 3 resize.js". */
export function threadName({ thread, title }: Pick<TargetThread, 'thread' | 'title'>): string {
  if (thread === MAIN_THREAD) return text('run.profile.mainThread');
  return text('run.profile.threadOf', { thread: String(thread), title, named: title === '' ? 'no' : 'yes' });
}
