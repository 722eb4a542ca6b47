/** Without a profile nobody knows which code ran. During a run the first samples may still come. */
import type { RunReport } from '../../../model/report.ts';
import { isEnding } from '../../../model/run.ts';
import { DEFAULT_CAPTURE } from '../../../model/setup/setup.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Unknown {
  readonly kind: 'code-unknown';
}

export const codeUnknown: Rule<RunReport, Unknown> = {
  id: 'code-unknown',
  about: 'code',
  severity: 'info',
  line: 'why',
  codes: ['code-unknown'],
  find: ({ profile, ticks, ending }) => (profile === null && ticks === null && isEnding(ending) ? [{ kind: 'code-unknown' }] : []),
  experiment: () => ({ kind: 'run', changes: { 'capture.kind': DEFAULT_CAPTURE.kind } }),
  says: () => text('run.answer.codeUnknown'),
};
