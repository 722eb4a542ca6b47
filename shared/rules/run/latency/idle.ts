/** The server had nothing to do for most of the time, so that responses waited for something else, or its clients paused. */
import { findNotIdleWorkers, type NotIdleWorkers } from '../../../analysis/not-idle-workers.ts';
import { areAllInFlight, IDLE_FROM, idleOf, isDisturbed, isWaitingKnown, oneBusyLoop } from '../../../analysis/work-or-waiting.ts';
import type { Percent, Ratio } from '../../../base/units.ts';
import { formatPercent } from '../../../format/figures.ts';
import type { Distribution } from '../../../model/distribution.ts';
import { inFlightOf } from '../../../model/load-models.ts';
import type { RunReport } from '../../../model/report.ts';
import { blockedOf } from '../../../phrases/blocked-workers.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `workers`: those of which it is not known that they were idle, though they used no core. */
interface Figures {
  readonly idlePercent: Percent;
  readonly workers: NotIdleWorkers | null;
}

type Idle =
  /** `oneByOne`: what they wait for serves one at a time. */
  | (Figures & { readonly kind: 'waits-elsewhere'; readonly oneByOne: boolean })
  /**
   * So much at least. `machine`: a loop that waits for a core counts as busy, as on a busy machine. `clients`: not all of them always had a
   * request in flight, so that it is them that it waited for.
   */
  | (Figures & { readonly kind: 'idle'; readonly why: 'machine' | 'clients' });

/** One at a time is seen in a line; one of fewer proves nothing. */
const LEAST_LINE = 4;
/**
 * Responses that the quickest one leaves time for, had it been one of so many at a time: 1 plus what it takes besides, which is a tenth or more of
 * it where that is some milliseconds. Two at a time would be 2; less than 1 is a first that was quicker than the rest.
 */
const ONE_AT_A_TIME: readonly [Ratio, Ratio] = [0.7, 1.4];
/**
 * Greatest spread (standard deviation / mean) of what they wait for. With more, two at a time whose first one is quick look like one at a time;
 * with this much, that one would have to be 2.5 standard deviations from the mean.
 */
const EVEN_WITHIN: Ratio = 0.12;
/** Standard deviations of a normal distribution from its 10th to its 90th percentile. */
const DEVIATIONS_P10_TO_P90 = 2.56;

export function findIdle(run: RunReport): Idle | null {
  if (!isWaitingKnown(run)) return null;
  if (isDisturbed(run)) return idleAtLeast(run);
  return oneBusyLoop(run) === null ? elsewhere(run) : null;
}

/** Of a machine that is busy: a loop that waits for a core counts as busy, so that it was idle at least so long. */
function idleAtLeast(run: RunReport): Idle | null {
  const idle = idleOf(run);
  return idle === null || idle < IDLE_FROM
    ? null
    : { kind: 'idle', idlePercent: idle * 100, why: 'machine', workers: findNotIdleWorkers(run) };
}

function elsewhere(run: RunReport): Idle | null {
  const { latencyMs, generator, load, requests, openStreams } = run;
  // A client whose response is a stream neither waits nor pauses.
  if (openStreams != null) return null;
  const idle = idleOf(run);
  // Between two requests of a connection its load process works.
  const generating = generator.cpuPercent;
  const inFlight = inFlightOf(load, load.pipelining);
  if (inFlight === null || !latencyMs || idle === null || generating === null || idle - generating / 100 < IDLE_FROM) return null;
  const found = { idlePercent: idle * 100, workers: findNotIdleWorkers(run) };
  if (!areAllInFlight(run, inFlight)) return { kind: 'idle', ...found, why: 'clients' };
  return { kind: 'waits-elsewhere', ...found, oneByOne: isOneByOne(latencyMs, requests.completed / load.durationMs, inFlight) };
}

/** Whether they wait in line for something that takes about the same time for each, and serves one of them at a time. */
function isOneByOne(latencyMs: Distribution, perMs: number, inFlight: number): boolean {
  const { '10': low, '50': middle, '90': high } = latencyMs.percentiles;
  if (inFlight < LEAST_LINE || low == null || middle == null || high == null || latencyMs.weak.includes('90')) return false;
  // The latency is the sum of the times of all in flight, whose spread is smaller by the root of their number.
  const spread = (Math.sqrt(inFlight) * (high - low)) / (DEVIATIONS_P10_TO_P90 * middle);
  const atOnce = perMs * latencyMs.min;
  return spread <= EVEN_WITHIN && atOnce >= ONE_AT_A_TIME[0] && atOnce <= ONE_AT_A_TIME[1];
}

export const idle: Rule<RunReport, Idle> = {
  id: 'idle',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['waits-elsewhere', 'idle'],
  // How idle it was says how busy its loop was, the other way round. Nobody wonders which code took the time of a server that hardly worked.
  silences: ['workers-blocked', 'loop', 'code-untold'],
  find: findIdle,
  says: (part) => {
    const percent = formatPercent(part.idlePercent, 0);
    const { workers } = part;
    if (workers !== null) {
      return workers.blockedMs === null
        ? text('run.answer.blockedUnknown', { percent, threads: workers.threads })
        : text('run.answer.blockedOrIdle', { percent, ...blockedOf(workers, workers.blockedMs) });
    }
    if (part.kind === 'idle') return text('run.answer.idle', { percent, why: part.why });
    return text(part.oneByOne ? 'run.answer.waitsElsewhereOneByOne' : 'run.answer.waitsElsewhere', { percent });
  },
};
