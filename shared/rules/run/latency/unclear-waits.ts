/** Functions of which it is not known whether they worked or waited: a sentence for each. */
import { calledName, placeOf } from '../../../format/place.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const unclearWaits = warning<RunReport>('unclear-waits', ({ profile }) =>
  (profile?.unclear ?? []).map((row) =>
    say('runWarning.unclearWait', { name: calledName(row.function, row.url, row.line), place: placeOf(row.url, row.line) }),
  ),
);
