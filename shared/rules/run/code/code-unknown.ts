/** Without a profile of what listens nobody knows which code ran. During a run the first samples may still come. */
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
  find: ({ profile, ticks, ending, server }) => {
    if (!isEnding(ending) || ticks !== null) return [];
    if (profile === null) return [{ kind: 'code-unknown', pid: null }];
    const serving = server.filter(({ serves }) => serves);
    const isSeen = serving.some(({ pid }) => profile.threads.some((thread) => thread.pid === pid));
    return serving.length === 0 || isSeen ? [] : [{ kind: 'code-unknown', pid: serving[0]!.pid }];
  },
  experiment: ({ pid }) => (pid === null ? { kind: 'run', changes: { 'capture.kind': DEFAULT_CAPTURE.kind } } : null),
  says: ({ pid }) => (pid === null ? text('run.answer.codeUnknown') : text('run.answer.codeOfServerUnknown', { pid: String(pid) })),
};
