/** The figures of a run, computed in this one place for the command line, the interface and the file. */

import { findLevelChange } from '../analysis/level-change.ts';
import { ownCpuPercent } from '../analysis/other-threads.ts';
import { ownBytesOf } from '../analysis/own-memory.ts';
import { findBracket } from '../analysis/rate-bracket.ts';
import { REDIRECTS } from '../analysis/statuses.ts';
import { computeTimings } from '../analysis/user-timings.ts';
import { percentOf } from '../format/percent-of.ts';
import { toBoundedDistribution } from '../load/bounds.ts';
import { ExactDistribution, toDistribution } from '../load/distribution.ts';
import type { LoadAccumulator } from '../load/load-accumulator.ts';
import { NO_PARTS } from '../load/part-figures.ts';
import { toIntervals } from '../load/percentile-intervals.ts';
import { computePeriods } from '../load/period-figures.ts';
import { computeSpread } from '../load/spread.ts';
import { clipWindow } from '../load/window.ts';
import { knowsIntended } from '../model/clients.ts';
import { argumentsOf } from '../model/command-line.ts';
import type { Distribution } from '../model/distribution.ts';
import { connectionsOf, hasSchedule, inFlightOf, isAtOneRate, partsOfLoad } from '../model/load-models.ts';
import { isMeasured } from '../model/profiling-cost.ts';
import type { SessionSummary } from '../model/recent-session.ts';
import type { PartFigures, ProfileFigures, RunReport, Spread, ThreadShare } from '../model/report.ts';
import { findSetting, type PlacedSetting, readSetting } from '../model/settings-list.ts';
import { DEFAULT_SETUP, keepsConnections, type Load, pipeliningOf, type Setup, workersOf } from '../model/setup.ts';
import type { Liveness } from '../model/silence.ts';
import { subjectOf } from '../model/subject.ts';
import type { Microseconds, Milliseconds, Percent, TimeWindow } from '../model/units.ts';
import type { Plan } from '../plan/plan.ts';
import { planOf } from '../plan/plan-of.ts';
import { MAIN_THREAD } from '../profile/model/profile.ts';
import { ALL_SAMPLES } from '../profile/model/selection.ts';
import { WHOLE_PROFILE } from '../profile/tree/call-tree.ts';
import { computeProfileFigures } from '../profile/tree/profile-figures.ts';
import { blockedAtEndOf } from './blocked-end.ts';
import { livenessOf } from './liveness-figures.ts';
import { readLoadCommand } from './load-command-result.ts';
import { computeMachineFigures } from './machine-figures.ts';
import type { RunRecording } from './recording.ts';
import { reportAnswers } from './report-answers.ts';
import { computeRestarts, lifeOf } from './restart-figures.ts';
import { tellUnknownEnd } from './served-until.ts';
import { computeCpuTime, computeMedianCpu, computeServerFigures } from './server-figures.ts';
import { computeSteadiness, type SteadinessOf } from './steadiness.ts';
import { computeCpuByThread } from './thread-figures.ts';
import { threadOfTiming } from './thread-of-timing.ts';
import { titleOfThread } from './title-of-thread.ts';
import { computeWarnings } from './warnings.ts';

/** Rows of the heavy table in a report; the interface asks for the whole table itself. */
export const HEAVY_LIMIT = 100;

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

/**
 * Figures of the whole measured phase (`window` null, from what was counted as the rows came) or of a part of it, whose
 * requests have been counted (load/window.ts). `heavyLimit`: rows of the heavy table. `parts`: phases and levels, of the whole.
 */
export function computeRunReport(
  recording: RunRecording,
  counted: LoadAccumulator | null,
  window: TimeWindow | null,
  heavyLimit: number,
  parts = NO_PARTS,
): RunReport {
  const whole = recording.load;
  const part = counted ?? whole;
  const { fromUs, toUs } = window === null ? { fromUs: 0, toUs: whole.durationUs } : clipWindow(window, whole.durationUs);
  const origin = recording.originUs ?? 0;
  const offeredS = (window === null ? part.offeredUs : toUs - fromUs) / US_PER_S;
  const seconds = part.wholeSeconds();
  const time = { from: origin + fromUs, to: origin + toUs };
  const profile = profileOf(recording, window, time, heavyLimit);
  const server = recording.originUs === null ? [] : serverOf(recording, time, profile, window === null);
  const run: Omit<RunReport, 'warnings'> = {
    variant: 'A',
    excluded: null,
    target: targetOf(recording),
    load: loadOf(recording.header?.setup ?? DEFAULT_SETUP, (toUs - fromUs) / US_PER_MS),
    ending: recording.ending ?? recording.state,
    window,
    requests: requestsOf(part, recording.liveness),
    ...livenessOf(recording, window),
    status: part.statusCounts(),
    ...metOf(part),
    ...redirectOf(recording),
    errors: part.errorCounts(),
    bytes: part.bytes,
    latencyMs: toBoundedDistribution(part.latency, part.censored.latency),
    latencyIntervalsMs: toIntervals(part.latency, part.censored.latency, US_PER_MS),
    unexpectedLatencyMs: toDistribution(part.unexpectedLatency),
    connectMs: toDistribution(part.connect),
    firstByteMs: toBoundedDistribution(part.firstByte, part.censored.firstByte),
    sessionMs: window === null && recording.sessions !== null ? toDistribution(recording.sessions.lengths) : null,
    ...timelinessOf(recording, part),
    throughput: computeSpread(seconds.expected, part.expectedInTime, offeredS),
    bytesPerSecond: part.completed === 0 ? null : computeSpread(seconds.bytes, part.bytesInTime, offeredS),
    steadiness: window === null ? steadinessOf(recording) : null,
    levelChange: window === null ? levelChangeOf(recording) : null,
    server,
    blockedAtEnd: window === null ? blockedAtEndOf(recording) : null,
    restarts: recording.originUs === null ? null : restartsOf(recording, origin + fromUs, origin + toUs),
    serverCpu: recording.originUs === null ? null : computeMedianCpu(recording.server, origin + fromUs, origin + toUs),
    machine: recording.originUs === null ? null : machineOf(recording, origin + fromUs, origin + toUs),
    profile,
    ticks: ticksOf(recording),
    ...(recording.capturedFigures.length > 0 ? { captured: recording.capturedFigures } : {}),
    phases: parts.phases.map((phase) => withSteadiness(phase, phase.rate[0] === phase.rate[1] ? 'latency' : null, whole)),
    levels: parts.levels.map((level) => withSteadiness(level, 'rate' in level ? 'latency' : 'throughput', whole)),
    bracket: findBracket(parts.levels),
    byRequest: parts.byRequest,
    routes: recording.routes(window),
    memory: { ownBytes: ownBytesOf(server) },
    ...timingsOf(recording, time),
    periods: window === null ? computePeriods(whole.periodSeries(), whole.durationUs / US_PER_MS) : [],
    // Of the whole run, those that were waited for, too.
    answers: reportAnswers(recording, origin + fromUs, window === null ? Number.POSITIVE_INFINITY : origin + toUs),
    ...(window === null && recording.autocannonResults.length > 0 ? { autocannon: recording.autocannonResults } : {}),
    ...byCommandOf(recording, window),
    generator: recording.generator ?? { cpuPercent: null, latenessMs: null, limited: false },
  };
  const { notes } = run.byCommand === undefined ? { notes: [] } : readLoadCommand(recording);
  const atEnd = window === null ? tellUnknownEnd(recording) : [];
  return {
    ...run,
    warnings: recording.header === null ? [...recording.warnings] : [...recording.warnings, ...notes, ...atEnd, ...computeWarnings(run)],
  };
}

function timingsOf(recording: RunRecording, part: Time): Pick<RunReport, 'timings'> {
  const { timings, originUs } = recording;
  if (timings.all.length === 0 || originUs === null) return {};
  return { timings: computeTimings(timings.all, timings.lost, part, originUs, threadOfTiming(recording)) };
}

/** Of a load that is not ours, as far as `window` is all of the run. */
export function byCommandOf(recording: RunRecording, window: TimeWindow | null): Pick<RunReport, 'byCommand' | 'joined'> {
  if (window !== null || (recording.header?.setup.loadCommand ?? null) === null) return {};
  const { joined } = recording;
  return { byCommand: readLoadCommand(recording).result, ...(joined === null ? {} : { joined: { file: joined.file, ...joined.placed } }) };
}

/** Without a schedule nothing is late. With one, as long as nothing was late, all lateness is 0, and the time of the service is the latency. A client that does not say when a request was due measures only that time. */
function timelinessOf({ header }: RunRecording, part: LoadAccumulator): Pick<RunReport, 'latenessMs' | 'serviceMs'> {
  const { censored } = part;
  if (part.lateness.count > 0)
    return { latenessMs: toDistribution(part.lateness), serviceMs: toBoundedDistribution(part.service, censored.service) };
  if (header !== null && hasSchedule(header.setup.load) && !knowsIntended(header.setup))
    return { latenessMs: null, serviceMs: toBoundedDistribution(part.latency, censored.service) };
  if (header === null || !hasSchedule(header.setup.load) || isOfConnections(header.setup.load))
    return { latenessMs: null, serviceMs: null };
  const none = new ExactDistribution();
  none.record(0, part.finished);
  return { latenessMs: toDistribution(none), serviceMs: toBoundedDistribution(part.latency, censored.service) };
}

/** A sweep of connections has levels, but its requests follow each other as in a closed load. */
function isOfConnections(load: Load): boolean {
  const parts = partsOfLoad(load);
  return parts?.are === 'levels' && parts.levels.of === 'connections';
}

/** Null also where the load itself changes. */
function steadinessOf({ header, load }: RunRecording): RunReport['steadiness'] {
  if (header === null || inFlightOf(header.setup.load, 1) !== null) return computeSteadiness(load);
  return isAtOneRate(header.setup.load) ? computeSteadiness(load, 'latency') : null;
}

function levelChangeOf({ load, densityByStart }: RunRecording): RunReport['levelChange'] {
  if (load.endUs === null || densityByStart === null) return null;
  return findLevelChange(densityByStart.toColumns(), load.durationUs / US_PER_MS);
}

/** `of` null: the load itself changes in it. */
function withSteadiness<P extends PartFigures>(part: P, of: SteadinessOf | null, load: LoadAccumulator): P {
  const steadiness = of === null ? null : computeSteadiness(load, of, part.from, part.to);
  return steadiness === null ? part : { ...part, steadiness };
}

function redirectOf({ answers }: RunRecording): Pick<RunReport, 'redirectsTo'> {
  const headers = answers?.find(({ status, head }) => head !== null && REDIRECTS.includes(String(status)))?.head?.headers ?? [];
  const to = headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
  return to === undefined ? {} : { redirectsTo: to };
}

interface Time {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

function serverOf(recording: RunRecording, { from, to }: Time, profile: ProfileFigures | null, isWhole: boolean): RunReport['server'] {
  const sampled = profile?.unit === 'microseconds' ? profile.threads : [];
  return computeServerFigures(recording.server, recording.processes, from, to, isWhole).map((figures) => {
    const cpuByThread = computeCpuByThread(recording, figures.pid, from, to, sampled);
    const life = lifeOf(
      recording.processes.find(({ pid }) => pid === figures.pid),
      recording.originUs ?? 0,
    );
    return { ...figures, ...life, ...(cpuByThread === null ? {} : { cpuByThread, ownCpuPercent: ownCpuPercent({ cpuByThread }) }) };
  });
}

function restartsOf({ processes, failureTimes, originUs }: RunRecording, from: Microseconds, to: Microseconds): RunReport['restarts'] {
  return computeRestarts(processes, failureTimes, originUs ?? 0, from, to);
}

function machineOf(recording: RunRecording, fromUs: Microseconds, toUs: Microseconds): RunReport['machine'] {
  return computeMachineFigures(recording.machine, fromUs, toUs, recording.header?.environment.cores ?? 1, recording.originUs ?? fromUs);
}

function loadOf(setup: Setup, durationMs: Milliseconds): RunReport['load'] {
  const {
    load,
    requests: [request],
    client,
  } = setup;
  const plan = planFigures(planOf(setup));
  const how = { keepAlive: keepsConnections(client), pipelining: pipeliningOf(client), workers: workersOf(client) };
  return { ...load, ...request, ...plan, client: client.kind, ...how, durationMs };
}

function planFigures(plan: Plan | null): Pick<RunReport['load'], 'plan'> {
  if (plan === null) return {};
  const requests = plan.requests.map(({ name, method, url, weight }) => ({ name, method, url, weight }));
  return { plan: { order: plan.order, requests } };
}

const SCRIPT = findSetting('target.script')!;
const NODE_ARGS = findSetting('target.nodeArgs')!;
const FOLDER = findSetting('target.cwd')!;

function targetOf(recording: RunRecording): RunReport['target'] {
  const { header, resolved, processes, exit } = recording;
  const setup = header?.setup;
  const nodeArgs = (setup && readSetting(setup, NODE_ARGS)) as readonly string[] | undefined;
  return {
    subject: setup ? subjectOf(setup) : recording.name,
    script: setup ? textOf(setup, SCRIPT) : recording.name,
    args: setup ? argumentsOf(setup) : [],
    ...(nodeArgs === undefined || nodeArgs.length === 0 ? {} : { nodeArgs }),
    cwd: setup ? textOf(setup, FOLDER) : '',
    node: resolved?.node ?? '',
    nodePath: resolved?.nodePath ?? '',
    url: resolved?.url ?? '',
    ...(resolved?.nginx === undefined ? {} : { nginx: resolved.nginx }),
    processes: processes.length,
    exit,
    agent: resolved?.agent ?? false,
  };
}

/** Empty: not set, or this kind of target has no such setting. */
function textOf(setup: Setup, place: PlacedSetting): string {
  return (readSetting(setup, place) as string | null | undefined) ?? '';
}

function metOf(part: LoadAccumulator): Pick<RunReport, 'metStatus'> {
  const metStatus = part.metCounts();
  return Object.keys(metStatus).length === 0 ? {} : { metStatus };
}

/** sent = completed + failed + unfinished, of which some are unanswered. What the load process counts as sent may run ahead of the rows while it goes on. */
function requestsOf(load: LoadAccumulator, liveness: Liveness | null): RunReport['requests'] {
  const { completed, failed, unexpected, dropped, stale, unanswered, oldestUs, late } = load;
  const sent = Math.max(load.counts.sent, load.finished + unanswered);
  const timedOut = load.errorCounts().TIMEOUT ?? 0;
  const isKnown = liveness?.knowsUnanswered ?? false;
  return {
    ...{ sent, completed, failed, timedOut, unfinished: sent - load.finished, dropped, unexpected },
    ...(isKnown ? { unanswered, oldestMs: unanswered === 0 ? null : oldestUs / US_PER_MS } : { unanswered: null, oldestMs: null }),
    ...(late.completed === 0 ? {} : { late: { completed: late.completed, expected: late.expected } }),
    ...(stale === 0 ? {} : { stale }),
  };
}

function profileOf(recording: RunRecording, window: TimeWindow | null, { from, to }: Time, heavyLimit: number): ProfileFigures | null {
  const profiles = recording.profiles();
  if (profiles.length === 0) return null;
  const asked = { ...WHOLE_PROFILE, window };
  const tree = recording.callTree(asked);
  const figures = computeProfileFigures(profiles, asked, heavyLimit, {
    tree,
    lines: recording.lines(asked),
    titleOf: (of) => titleOfThread(recording, of),
  });
  const cpuUs = computeCpuTime(recording.server, new Set(profiles.map(({ pid }) => pid)), from, to);
  const cost = recording.profilingCost();
  return {
    ...figures,
    threads: figures.threads.map((share) => ({ ...share, ...identityOf(recording, share) })),
    // Between the blocks of a run that measures its cost the processes went on, unseen.
    cpuMs: cpuUs === null || cost !== null ? null : cpuUs / US_PER_MS,
    ...exactOf(recording, heavyLimit),
    ...(cost === null ? {} : { cost, overheadPercent: isMeasured(cost.cpuPerRequest) ? cost.cpuPerRequest.percent : null }),
  };
}

/** What the system calls a thread that was sampled. */
function identityOf(recording: RunRecording, { pid, thread }: Pick<ThreadShare, 'pid' | 'thread'>): Pick<ThreadShare, 'tid' | 'kind'> {
  const known = recording.threadTimes(pid)?.threads.find((one) => one.thread.thread === thread)?.thread;
  return { tid: known?.tid ?? null, kind: known?.kind ?? (thread === MAIN_THREAD ? 'main' : 'worker') };
}

/** All of the pass without inlining: it has a time axis of its own. */
function exactOf(recording: RunRecording, heavyLimit: number): Pick<ProfileFigures, 'exact'> {
  const { exactPass } = recording;
  const asked = { ...WHOLE_PROFILE, selection: { ...ALL_SAMPLES, inlined: false } };
  const profiles = recording.profiles(asked.selection);
  if (exactPass === null || profiles.length === 0) return {};
  const figures = computeProfileFigures(profiles, asked, heavyLimit, { tree: recording.callTree(asked), lines: recording.lines(asked) });
  return { exact: { ...figures, exactPass } };
}

function ticksOf({ ticks }: RunRecording): RunReport['ticks'] {
  if (ticks === null) return null;
  const { total, unaccounted, summary, libraries } = ticks;
  return { total, unaccounted, summary, libraries };
}

/** A few figures for lists of sessions. Percentiles too uncertain to be shown, or not measured, are null. */
export function summarize(recording: RunRecording): SessionSummary {
  const { load, header } = recording;
  const latency = toBoundedDistribution(load.latency, load.censored.latency);
  return {
    script: header ? subjectOf(header.setup) : recording.name,
    connections: header ? connectionsOf(header.setup.load) : 0,
    completed: load.completed,
    failed: load.failed,
    p50Ms: toldMs(latency, '50'),
    p99Ms: toldMs(latency, '99'),
    requestsPerSecond: throughputOf(load)?.mean ?? null,
  };
}

function throughputOf(load: LoadAccumulator): Spread | null {
  return computeSpread(load.wholeSeconds().expected, load.expectedInTime, load.offeredUs / US_PER_S);
}

/** What a headline says. Pure figures: the sentence is the reader's language's business. */
export interface Headline {
  readonly completed: number;
  readonly requestsPerSecond: number | null;
  /** Of all requests with an outcome. */
  readonly failedPercent: Percent;
  /** Of the completed ones. */
  readonly unexpectedPercent: Percent;
  /** Null: too few responses. */
  readonly medianMs: Milliseconds | null;
  /** The highest usual percentile that there are enough responses for. */
  readonly tail: { readonly percentile: string; readonly ms: Milliseconds } | null;
}

const TAILS = ['99', '95', '90'] as const;

export function headline(run: RunReport): Headline {
  const { completed, failed, unexpected } = run.requests;
  const tail = TAILS.find((p) => toldMs(run.latencyMs, p) !== null);
  return {
    completed,
    requestsPerSecond: run.throughput?.mean ?? null,
    failedPercent: percentOf(failed, completed + failed),
    unexpectedPercent: percentOf(unexpected, completed),
    medianMs: toldMs(run.latencyMs, '50'),
    tail: tail === undefined ? null : { percentile: tail, ms: toldMs(run.latencyMs, tail)! },
  };
}

function toldMs(distribution: Distribution | null, percentile: string): Milliseconds | null {
  if (distribution === null || distribution.weak.includes(percentile)) return null;
  return distribution.percentiles[percentile] ?? null;
}
