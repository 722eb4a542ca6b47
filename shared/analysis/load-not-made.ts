/**
 * Whether the load was the one that was asked for. Where it was not, figures describe what was sent, or the process that sent it, and that is said
 * before anything about the server.
 */
import type { Milliseconds, Percent, Ratio } from '../base/units.ts';
import { atLeastMs } from '../load/bounds.ts';
import { paceOf } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import { GENERATOR_LIMIT_PERCENT, isEnding, LATENESS_LIMIT_MS } from '../model/run.ts';
import { isServerFull } from './work-or-waiting.ts';

/** Arrivals that found as many requests in flight as there may be. */
export interface NotSent {
  readonly dropped: number;
  readonly of: number;
  readonly most: number;
  /** Or they were dropped because they could not be sent for too long. */
  readonly orLate: boolean;
}

/** Why the load process was the limit, by what is seen best. `waited`: for a core, of the time. `stood`: its event loop did not turn. */
export type Behind =
  | { readonly why: 'late'; readonly lateMs: Milliseconds; readonly sent: number }
  | { readonly why: 'busy'; readonly percent: Percent; readonly waitedPercent: Percent }
  | { readonly why: 'stood'; readonly stoodMs: Milliseconds };

/** Of the median latency: with less, lateness changes none of the figures by much. */
const LATE_SHARE: Ratio = 1 / 10;
/** Shorter, a standstill is what other programs of a busy machine cost. */
const LONG_STANDSTILL_MS: Milliseconds = 1_000;
const LONG_STANDSTILLS: Ratio = 1 / 4;
/** Of the requests: with fewer in no figure, no percentile that a headline gives is of others. */
const LEFT_FROM: Ratio = 1 / 100;

/** Of the responses: with fewer that came later, the rate is that of all. */
const MOST_LATER: Ratio = 1 / 20;

export function findNotSent({ requests, load, generator }: Pick<RunReport, 'requests' | 'load' | 'generator'>): NotSent | null {
  const { dropped, sent } = requests;
  const orLate = (generator.latenessMs?.p99 ?? 0) > LATENESS_LIMIT_MS;
  return dropped === 0 || !('maxInFlight' in load) ? null : { dropped, of: sent + dropped, most: load.maxInFlight, orLate };
}

/** Of a whole run that is over. Null: it kept up, or the server was busy all the time and is the limit itself. */
export function findBehind(run: RunReport): Behind | null {
  const { generator, load, latencyMs, window, ending } = run;
  if (window !== null || !isEnding(ending)) return null;
  const { cpuPercent, busiestPercent, waitedForCorePercent: waited = 0, latenessMs, stoodStillMs, limited } = generator;
  const { total = 0, longest = 0 } = stoodStillMs ?? {};
  const medianMs = atLeastMs(latencyMs, '50');
  const isOften = total >= LONG_STANDSTILLS * load.durationMs && longest >= LATE_SHARE * medianMs;
  const standstill: Behind | null = longest >= LONG_STANDSTILL_MS || isOften ? { why: 'stood', stoodMs: total } : null;
  if (!limited || latenessMs === null || isServerFull(run)) return standstill;
  if (latenessMs.p50 > LATENESS_LIMIT_MS && latenessMs.p50 >= LATE_SHARE * medianMs)
    return { why: 'late', lateMs: latenessMs.p50, sent: run.requests.sent };
  const percent = busiestPercent ?? cpuPercent ?? 0;
  const isFelt = latenessMs.p99 >= LATE_SHARE * medianMs;
  const isBusy = load.workers === 1 && isFelt && percent + waited > GENERATOR_LIMIT_PERCENT;
  return isBusy ? { why: 'busy', percent, waitedPercent: waited } : standstill;
}

/** Of visitors, who are all waited for: requests that were given up, too young to be told as unanswered. Null: too few to matter. */
export function findLeft({ requests, openStreams, load, window, ending }: RunReport): { count: number; of: number } | null {
  if (paceOf(load) === null || window !== null || ending !== 'completed') return null;
  const count = requests.unfinished - (requests.unanswered ?? 0) - (openStreams?.count ?? 0);
  return count > LEFT_FROM * requests.sent ? { count, of: requests.sent } : null;
}

/** Of arrivals: how many got an expected response before the last one was due, which is what the rate counts. Null: nearly all of them. */
export function completedInTime({ load, phases, throughput, requests, window }: RunReport): number | null {
  const last = phases.at(-1);
  if (paceOf(load) === null || window !== null || last === undefined || throughput === null) return null;
  const expected = requests.completed - requests.unexpected;
  const inTime = Math.round(throughput.mean * last.to);
  return inTime < (1 - MOST_LATER) * expected ? inTime : null;
}
