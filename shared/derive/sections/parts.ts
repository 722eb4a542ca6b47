/** What a load was made of: its phases, levels and requests, and stretches of ten seconds. */
import { findBracket } from '../../analysis/rate-bracket.ts';
import type { LoadAccumulator } from '../../load/load-accumulator.ts';
import { computePeriods } from '../../load/period-figures.ts';
import type { PartFigures } from '../../model/report.ts';
import { computeSteadiness, type SteadinessOf } from '../steadiness.ts';
import { type Section, US_PER_MS } from './section.ts';

const ENTRIES = ['header', 'requests', 'phase-end', 'load-end', 'joined'] as const;

export const PARTS_OF_LOAD: Section<'parts', 'phases' | 'levels' | 'bracket' | 'byRequest'> = {
  id: 'parts',
  entries: ENTRIES,
  derive: ({ parts: { phases, levels, byRequest }, recording: { load, limit } }) => ({
    phases: phases.map((phase) => withSteadiness(phase, phase.rate[0] === phase.rate[1] ? 'latency' : null, load)),
    // The level in midst of which a search ended has half of its requests.
    levels: (limit === null ? levels : levels.slice(0, limit.length)).map((level) =>
      withSteadiness(level, 'rate' in level ? 'latency' : 'throughput', load),
    ),
    // A search has a question of its own.
    bracket: limit === null ? findBracket(levels) : null,
    byRequest,
  }),
};

export const PERIODS: Section<'periods', 'periods'> = {
  id: 'periods',
  entries: ENTRIES,
  derive: ({ recording: { load }, isWhole }) => ({
    periods: isWhole ? computePeriods(load.periodSeries(), load.durationUs / US_PER_MS) : [],
  }),
};

/** `of` null: the load itself changes in it. */
function withSteadiness<P extends PartFigures>(part: P, of: SteadinessOf | null, load: LoadAccumulator): P {
  const steadiness = of === null ? null : computeSteadiness(load, of, part.from, part.to);
  return steadiness === null ? part : { ...part, steadiness };
}
