/** Some requests went wrong: how many of how many, and by what. Any one of them is said, before everything about the others. */
import { statusName } from '../../../analysis/failed-load.ts';
import { computeFailures, type FailuresPart } from '../../../analysis/failures.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import { wordParam } from '../../../format/word-said.ts';
import type { RunReport } from '../../../model/report.ts';
import { tellErrorKind } from '../../../phrases/kept-responses.ts';
import { shareText } from '../../../phrases/share-text.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

export const failures: Rule<RunReport, FailuresPart> = {
  id: 'failures',
  about: 'outcome',
  severity: 'bad',
  line: 'headline',
  codes: ['failures'],
  find: (run) => {
    const { failed, unexpected } = run.requests;
    // How requests failed as their server ended is no longer what one asks when that is said.
    const isExplained = unexpected === 0 && failed > 0 && (run.restarts?.failed ?? 0) >= failed;
    return computeFailures(run).map((part) => (isExplained ? { ...part, explained: true } : part));
  },
  says: ({ count, of, share, only, causes, more, most, explained }) => {
    const which = most === null ? '' : tellMost(most, count);
    const shown = { share: share.how, n: share.n, percent: shareText((100 * count) / of), count, of, which };
    if (explained) return text('run.answer.failuresExplained', shown);
    if (only === null) return text('run.answer.failures', { ...shown, causes: String(wordParam(causes)), more });
    if ('error' in only) return text('run.answer.failedBy', { ...shown, what: tellErrorKind(only.error) });
    return text('run.answer.hadStatus', { ...shown, status: only.status, name: statusName(only.status) ?? 'none' });
  },
};

/** ", all of them to “checkout”". */
function tellMost({ request, count: own }: NonNullable<FailuresPart['most']>, count: number): string {
  const part = own < count ? 'some' : count === 1 ? 'one' : 'all';
  return text('run.answer.failuresOf', { part, own, request: showHidden(request) });
}
