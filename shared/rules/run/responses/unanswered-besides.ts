/** Requests without a whole response, where the silence at the end does not say so: those that wait in it are the only ones that got none. */
import { findStopped, sayUnanswered } from '../../../analysis/silence.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

interface Unanswered {
  readonly kind: 'unanswered';
  readonly says: Said;
}

export const unansweredBesides: Rule<RunReport, Unanswered> = {
  id: 'unanswered-besides',
  about: 'silence',
  severity: 'trust',
  line: 'headline',
  codes: ['unanswered'],
  find: (run) => {
    const [stopped, says] = [findStopped(run), sayUnanswered(run)];
    const isSaid = stopped !== null && (run.requests.unanswered ?? 0) <= stopped.inFlight;
    return says === null || isSaid ? [] : [{ kind: 'unanswered', says }];
  },
  says: ({ says }) => says,
};
