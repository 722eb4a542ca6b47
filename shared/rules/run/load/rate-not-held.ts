/** Of arrivals: the first phase at one rate that was not held (the rule of sweeps: judge-level.ts). */
import type { PerSecond, Seconds } from '../../../base/units.ts';
import { formatCount } from '../../../format/figures.ts';
import type { PhaseFigures, RunReport } from '../../../model/report.ts';
import { formatVisitors } from '../../../phrases/charts.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `more`: later ones that were not held either. `phases`: of the schedule. */
interface NotHeld {
  readonly kind: 'rate-not-held';
  readonly rate: PerSecond;
  readonly phase: Pick<PhaseFigures, 'from' | 'to'>;
  readonly phases: number;
  readonly isOfVisits: boolean;
  readonly behind: NonNullable<PhaseFigures['fellBehind']>;
  readonly more: number;
}

export const rateNotHeld: Rule<RunReport, NotHeld> = {
  id: 'rate-not-held',
  about: 'rate',
  severity: 'bad',
  line: 'headline',
  codes: ['rate-not-held'],
  silences: ['rate-sent-late'],
  find: ({ phases, window, load }) => {
    const [first, ...others] = window === null ? phases.filter(({ held }) => held === false) : [];
    if (first?.fellBehind === undefined) return [];
    const { rate, from, to, fellBehind: behind } = first;
    const of = { phase: { from, to }, phases: phases.length, isOfVisits: load.plan?.order === 'sequence' };
    return [{ kind: 'rate-not-held', rate: rate[0], ...of, behind, more: others.length }];
  },
  says: ({ rate, phase, phases, isOfVisits, behind, more }) => {
    const seconds = (time: Seconds): string => formatVisitors(Math.round(time * 10) / 10);
    return text('run.answer.rateNotHeld', {
      ...{ rate: formatVisitors(rate), one: phases === 1 ? 'yes' : 'no', from: seconds(phase.from), to: seconds(phase.to) },
      ...{ since: seconds(behind.from), all: behind.from <= phase.from ? 'yes' : 'no', of: isOfVisits ? 'visits' : 'requests' },
      ...{ arrived: formatCount(behind.arrived), answered: formatCount(behind.answered), more },
    });
  },
};
