/** What to measure next, after all that is known: which load would show how many requests are served at a time. */
import { areAllInFlight, hasErrors, isDisturbed } from '../../../analysis/work-or-waiting.ts';
import { inFlightOf } from '../../../model/load-models.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import { canSweep, sweepOf } from '../../next-load.ts';
import type { Rule } from '../../rule.ts';
import { findIdle } from './idle.ts';
import { findInLine } from './waits-in-line.ts';

/** `known`: one, as the run shows already, so that one connection is enough; else a sweep of these `levels`. */
interface TryOne {
  readonly kind: 'try-one';
  readonly known: boolean;
  readonly levels: readonly number[];
}

/**
 * Connections of a sweep that finds how many requests are served at a time. Where that is no more than the run had in flight, throughput is flat
 * from there to twice as many, which is what a knee needs.
 */
const LEVELS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

export const tryOne: Rule<RunReport, TryOne> = {
  id: 'try-one',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['try-one'],
  advises: ['idle', 'waits-in-line'],
  find: (run) => {
    const { load, window, requests } = run;
    const inFlight = inFlightOf(load, load.pipelining);
    // The throughput of connections that wait for ever, or whose requests go wrong, is no measure of one.
    if (window !== null || inFlight === null || inFlight < 2 || load.pipelining > 1 || hasErrors(requests)) return [];
    // Other programs would have their part in each level.
    if (isDisturbed(run) || !areAllInFlight(run, inFlight)) return [];
    const idle = findIdle(run);
    if (idle === null && findInLine(run)?.kind !== 'waits-for-both') return [];
    const levels = levelsBeyond(inFlight);
    const known = idle?.kind === 'waits-elsewhere' && idle.oneByOne;
    return known || canSweep(run, levels) ? [{ kind: 'try-one', known, levels }] : [];
  },
  // Of many that wait in line the latency grows and the throughput does not, so that is the question; load processes need a connection each.
  experiment: ({ known, levels }, { load: { workers } }) =>
    known
      ? {
          ...{ kind: 'compare', question: 'throughput', changes: { 'load.connections': 1 } },
          ...(workers > 1 ? { common: { 'client.workers': 1 } } : {}),
        }
      : { kind: 'run', changes: sweepOf(levels) },
  says: ({ known, levels }) => text('run.answer.tryOne', { known: known ? 'yes' : 'no', levels: levels.join(',') }),
};

/** Up to the first that is twice as many. */
function levelsBeyond(inFlight: number): number[] {
  return LEVELS.filter((_, nth) => nth === 0 || LEVELS[nth - 1]! < 2 * inFlight);
}
