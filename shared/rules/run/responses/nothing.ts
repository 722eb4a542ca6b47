/** Nothing was sent, or nothing ended in a part of a run. */
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Nothing {
  readonly kind: 'nothing';
}

/** Then there is no figure of anything. */
export const WITHOUT_REQUESTS: readonly string[] = [
  ...['load', 'restarts', 'outcome', 'streams', 'rate', 'level-change', 'levels', 'latency', 'generator-limit', 'waiting', 'code'],
  ...['completed', 'loops', 'unanswered-besides', 'blocked', 'half-responses'],
];

export const nothing: Rule<RunReport, Nothing> = {
  id: 'nothing',
  severity: 'info',
  line: 'headline',
  codes: ['nothing'],
  silences: WITHOUT_REQUESTS,
  find: ({ requests }) => (requests.sent === 0 ? [{ kind: 'nothing' }] : []),
  says: () => text('run.answer.nothing'),
};
