/** What lists of sessions say of a run. */
import type { Milliseconds } from '../base/units.ts';
import { toBoundedDistribution } from '../load/bounds.ts';
import type { LoadAccumulator } from '../load/load-accumulator.ts';
import { computeSpread } from '../load/spread.ts';
import type { Distribution } from '../model/distribution.ts';
import { connectionsOf } from '../model/load-models.ts';
import type { SessionSummary } from '../model/recent-session.ts';
import type { Spread } from '../model/report.ts';
import { subjectOf } from '../model/setup/subject.ts';
import type { RunRecording } from '../session/recording.ts';

const US_PER_S = 1_000_000;

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

function toldMs(distribution: Distribution | null, percentile: string): Milliseconds | null {
  if (distribution === null || distribution.weak.includes(percentile)) return null;
  return distribution.percentiles[percentile] ?? null;
}
