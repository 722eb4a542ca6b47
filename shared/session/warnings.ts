/** What a reader should know before believing the figures, as sentences. The most serious first. */

import { isWeak, minimumCount } from '../load/distribution.ts';
import type { RunReport } from '../model/report.ts';
import { GENERATOR_LIMIT_PERCENT } from '../model/run.ts';

export type Doubtful = Omit<RunReport, 'warnings'>;

/** Sentences that follow from the figures alone; what was noticed during the run comes beside them. */
export function computeWarnings(run: Doubtful): string[] {
  return [
    ...endingWarning(run),
    ...shareWarning(run.requests.failed, run.requests.completed + run.requests.failed, 'failed: the latency is that of the others only'),
    ...shareWarning(
      run.requests.unexpected,
      run.requests.completed,
      'were answered with a status outside 200 to 399: not part of the latency',
    ),
    ...steadinessWarning(run),
    ...generatorWarning(run),
    ...agentWarning(run),
    ...fewWarning(run),
  ];
}

function endingWarning({ ending }: Doubtful): string[] {
  switch (ending) {
    case 'stopped':
      return ['The run was stopped before its planned end.'];
    case 'target-exited':
      return ['The script ended before the run did; the figures end there.'];
    case 'recovered':
      return ['This recording was recovered after Loopscope was killed; its last second may be missing.'];
    case 'failed':
      return ['The run failed; the figures are those recorded until then.'];
    default:
      return [];
  }
}

function shareWarning(part: number, whole: number, what: string): string[] {
  return part === 0 || whole === 0 ? [] : [`${formatShare(part / whole)} of the requests (${part}) ${what}.`];
}

/** Never "0 %" for something that happened, never "100 %" for something that did not always. */
function formatShare(share: number): string {
  const percent = share * 100;
  if (percent < 0.1) return 'Less than 0.1 %';
  if (percent > 99.9 && percent < 100) return 'More than 99.9 %';
  return `${Number(percent.toFixed(1))} %`;
}

function steadinessWarning({ steadiness }: Doubtful): string[] {
  if (!steadiness || steadiness.label === 'steady') return [];
  const { label, spreadPercent, warmupMs } = steadiness;
  const spread = spreadPercent === null ? '' : ` (fifths of the run differ by ${Math.round(spreadPercent)} %)`;
  switch (label) {
    case 'warm-up':
      return [
        `The run was not steady: it was warming up for its first ${(warmupMs! / 1e3).toFixed(0)} s${spread}. A longer warm-up keeps that out.`,
      ];
    case 'rising':
      return [`The run was not steady: it answered more and more requests a second${spread}. A longer warm-up may keep that out.`];
    case 'falling':
      return [`The run was not steady: it answered fewer and fewer requests a second${spread}.`];
    case 'jumping':
      return [`The run was not steady: the requests answered a second jumped${spread}.`];
  }
}

function generatorWarning({ generator }: Doubtful): string[] {
  if (!generator.limited) return [];
  const used =
    generator.cpuPercent === null ? '' : ` (it used ${Math.round(generator.cpuPercent)} % of a core, over ${GENERATOR_LIMIT_PERCENT} %)`;
  return [`The load process was the limit, not the server${used}: the throughput is a lower bound.`];
}

function agentWarning({ target }: Doubtful): string[] {
  return target.agent ? [] : ['The script ran without the agent: there are no figures from inside its process and no profile.'];
}

const JUDGED = 99;

function fewWarning({ latencyMs }: Doubtful): string[] {
  if (latencyMs === null || !isWeak(JUDGED, latencyMs.count)) return [];
  return [`Too few answers (n ${latencyMs.count}) for a statement about the ${JUDGED} % percentile; it needs ${minimumCount(JUDGED)}.`];
}
