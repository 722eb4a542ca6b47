/** Without a profile of what listens nobody knows which code ran. During a run the first samples may still come. */
import { findUnprofiledServer } from '../../../analysis/which-code.ts';
import type { RunReport } from '../../../model/report.ts';
import { isEnding } from '../../../model/run.ts';
import { DEFAULT_CAPTURE } from '../../../model/setup/setup.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Unknown {
  readonly kind: 'code-unknown';
  /** Of the server, where others have a profile; null: nothing has one. */
  readonly pid: number | null;
}

export const codeUnknown: Rule<RunReport, Unknown> = {
  id: 'code-unknown',
  about: 'code',
  severity: 'info',
  line: 'why',
  codes: ['code-unknown'],
  find: (run) => {
    if (!isEnding(run.ending) || run.ticks !== null) return [];
    if (run.profile === null) return [{ kind: 'code-unknown', pid: null }];
    const server = findUnprofiledServer(run);
    return server === null ? [] : [{ kind: 'code-unknown', pid: server.pid }];
  },
  experiment: ({ pid }) => (pid === null ? { kind: 'run', changes: { 'capture.kind': DEFAULT_CAPTURE.kind } } : null),
  says: ({ pid }) => (pid === null ? text('run.answer.codeUnknown') : text('run.answer.codeOfServerUnknown', { pid: String(pid) })),
};
