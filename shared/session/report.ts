/** The figures of a run, computed in this one place for the command line, the interface and the file. */

import { isWeak, toDistribution } from '../load/distribution.ts';
import type { LoadAccumulator } from '../load/load-accumulator.ts';
import { computeSpread } from '../load/spread.ts';
import { clipWindow, computeWindow } from '../load/window.ts';
import type { Distribution, ProfileFigures, RunReport, Spread } from '../model/report.ts';
import type { RequestBatch } from '../model/run.ts';
import { DEFAULT_LOAD } from '../model/setup.ts';
import type { Milliseconds, Percent, TimeWindow } from '../model/units.ts';
import { computeProfileFigures } from '../profile/profile-figures.ts';
import type { SessionSummary } from '../protocol/contract.ts';
import type { RunRecording } from './recording.ts';
import { computeServerFigures } from './server-figures.ts';
import { computeSteadiness } from './steadiness.ts';
import { computeWarnings, type Doubtful } from './warnings.ts';

/** Rows of the heavy table in a report; the interface asks for the whole table itself. */
export const HEAVY_LIMIT = 100;

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

/**
 * Figures of the whole measured phase (`window` null, from what was counted as the rows came) or of a part of it, for which
 * the rows are read again. `heavyLimit`: rows of the heavy table.
 */
export async function computeRunReport(
  recording: RunRecording,
  rows: AsyncIterable<RequestBatch> | null,
  window: TimeWindow | null,
  heavyLimit: number,
): Promise<RunReport> {
  const whole = recording.load;
  const part = window === null ? whole : await computeWindow(rows ?? [], window, whole.durationUs);
  const { fromUs, toUs } = window === null ? { fromUs: 0, toUs: whole.durationUs } : clipWindow(window, whole.durationUs);
  const origin = recording.originUs ?? 0;
  const durationS = (toUs - fromUs) / US_PER_S;
  const seconds = part.wholeSeconds();
  const run: Doubtful = {
    variant: 'A',
    excluded: null,
    target: targetOf(recording),
    load: { ...(recording.header?.setup.load ?? DEFAULT_LOAD), durationMs: (toUs - fromUs) / US_PER_MS },
    ending: recording.ending ?? recording.state,
    window,
    requests: requestsOf(part),
    status: part.statusCounts(),
    errors: part.errorCounts(),
    bytes: part.bytes,
    latencyMs: toDistribution(part.latency),
    unexpectedLatencyMs: toDistribution(part.unexpectedLatency),
    connectMs: toDistribution(part.connect),
    firstByteMs: toDistribution(part.firstByte),
    sessionMs: null,
    latenessMs: null,
    throughput: computeSpread(seconds.completed, part.completed, durationS),
    bytesPerSecond: part.completed === 0 ? null : computeSpread(seconds.bytes, part.bytes, durationS),
    steadiness: window === null ? computeSteadiness(whole) : null,
    server: recording.originUs === null ? [] : computeServerFigures(recording.server, recording.processes, origin + fromUs, origin + toUs),
    profile: profileOf(recording, window, heavyLimit),
    ticks: null,
    phases: [],
    levels: [],
    generator: recording.generator ?? { cpuPercent: null, latenessMs: null, limited: false },
  };
  return { ...run, warnings: recording.header === null ? [...recording.warnings] : [...recording.warnings, ...computeWarnings(run)] };
}

function targetOf(recording: RunRecording): RunReport['target'] {
  const { header, resolved, processes, exit } = recording;
  const target = header?.setup.target;
  return {
    script: target?.script ?? recording.name,
    args: target?.args ?? [],
    cwd: target?.cwd ?? '',
    node: resolved?.node ?? '',
    nodePath: resolved?.nodePath ?? '',
    url: resolved?.url ?? '',
    processes: processes.length,
    exit,
    agent: resolved?.agent ?? false,
  };
}

/** sent = completed + failed + unfinished. What the load process counts as sent may run ahead of the rows while it goes on. */
function requestsOf(load: LoadAccumulator): RunReport['requests'] {
  const { completed, failed, unexpected } = load;
  const sent = Math.max(load.counts.sent, load.finished);
  const timedOut = load.errorCounts().TIMEOUT ?? 0;
  return { sent, completed, failed, timedOut, unfinished: sent - load.finished, dropped: 0, unexpected };
}

function profileOf(recording: RunRecording, window: TimeWindow | null, heavyLimit: number): ProfileFigures | null {
  const profiles = recording.profiles();
  if (profiles.length === 0) return null;
  return computeProfileFigures(profiles, { window, hide: [], base: 'active' }, heavyLimit);
}

/** A few figures for lists of sessions. Percentiles too uncertain to be told are null. */
export function summarize(recording: RunRecording): SessionSummary {
  const { load, header } = recording;
  const { latency } = load;
  const told = (p: number): Milliseconds | null => (isWeak(p, latency.count) ? null : latency.percentile(p) / US_PER_MS);
  return {
    script: header?.setup.target.script ?? recording.name,
    connections: header?.setup.load.connections ?? 0,
    completed: load.completed,
    failed: load.failed,
    p50Ms: told(50),
    p99Ms: told(99),
    requestsPerSecond: throughputOf(load)?.mean ?? null,
  };
}

function throughputOf(load: LoadAccumulator): Spread | null {
  return computeSpread(load.wholeSeconds().completed, load.completed, load.durationUs / US_PER_S);
}

/** What a headline says. Pure figures: the sentence is the reader's language's business. */
export interface Headline {
  readonly completed: number;
  readonly requestsPerSecond: number | null;
  /** Of all requests with an outcome. */
  readonly failedPercent: Percent;
  /** Of the completed ones. */
  readonly unexpectedPercent: Percent;
  /** Null: too few answers. */
  readonly medianMs: Milliseconds | null;
  /** The highest usual percentile that there are enough answers for. */
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

function percentOf(part: number, whole: number): Percent {
  return whole === 0 ? 0 : (part / whole) * 100;
}
