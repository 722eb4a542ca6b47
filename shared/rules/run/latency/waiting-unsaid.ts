/** Why there is no sentence about waiting, where the user can do something about it. */
import { areAlike, BUSY_FROM, isDisturbed, isWaitingKnown, workingOf } from '../../../analysis/work-or-waiting.ts';
import type { Percent } from '../../../base/units.ts';
import { formatPercent } from '../../../format/figures.ts';
import { inFlightOf } from '../../../model/load-models.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `percent`: of a core. */
type Unsaid =
  | { readonly kind: 'waiting-unsaid'; readonly why: 'programs' | 'host'; readonly percent: Percent }
  | { readonly kind: 'waiting-unsaid'; readonly why: 'processes' | 'few' | 'unlike'; readonly percent: null };

export const waitingUnsaid: Rule<RunReport, Unsaid> = {
  id: 'waiting-unsaid',
  about: 'waiting',
  severity: 'info',
  line: 'rest',
  codes: ['waiting-unsaid'],
  find: (run) => {
    const { server, latencyMs, machine, window, load } = run;
    const inFlight = inFlightOf(load, load.pipelining);
    if (inFlight === null || !isWaitingKnown(run) || window !== null || latencyMs === null) return [];
    if (server.every(({ elu }) => elu === null)) return [];
    if (isDisturbed(run)) {
      const [programs, host] = [machine?.foreignPercent?.mean ?? 0, machine?.stealPercent?.mean ?? 0];
      return [{ kind: 'waiting-unsaid', ...(programs >= host ? { why: 'programs', percent: programs } : { why: 'host', percent: host }) }];
    }
    const isBusy = server.some(({ elu }) => (elu?.mean ?? 0) >= BUSY_FROM);
    if (!isBusy || inFlight < 2) return [];
    if (workingOf(server).length > 1) return [{ kind: 'waiting-unsaid', why: 'processes', percent: null }];
    if (latencyMs.weak.includes('90')) return [{ kind: 'waiting-unsaid', why: 'few', percent: null }];
    return areAlike(latencyMs) ? [] : [{ kind: 'waiting-unsaid', why: 'unlike', percent: null }];
  },
  says: ({ why, percent }) => text('run.answer.waitingUnsaid', { why, percent: formatPercent(percent, 0) }),
};
