/** Whether the server keeps more memory with each request. It is all that a run says that looks for a leak: its requests come in rounds. */
import type { LeakReport } from '../../../model/leak.ts';
import type { RunReport } from '../../../model/report.ts';
import { tellLeak } from '../../../phrases/leak.ts';
import { text } from '../../../words/words.ts';
import { EVERYTHING, type Rule } from '../../rule.ts';

interface LeakFound {
  readonly kind: 'leak';
  readonly leak: LeakReport;
  /** Of the plan. */
  readonly requests: number;
}

export const leak: Rule<RunReport, LeakFound> = {
  id: 'leak',
  severity: 'info',
  line: 'headline',
  codes: ['leak'],
  silences: EVERYTHING,
  find: ({ leak: found, load }) => (found === undefined ? null : { kind: 'leak', leak: found, requests: load.plan?.requests.length ?? 1 }),
  says: ({ leak: { verdict, rounds, found }, requests }) =>
    verdict === null ? text('run.leak.answer.goingOn', { done: rounds.length }) : tellLeak(verdict, rounds.length, found, requests),
};
