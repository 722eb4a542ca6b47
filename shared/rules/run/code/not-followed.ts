/** To follow requests took too much of the main thread: which one is worked on, and what each waits for, is not known. */
import { formatSignificant } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const notFollowed = warning<RunReport>('not-followed', ({ routes }) => {
  const { timePercent, givenUpAtMs = null } = routes?.cost ?? {};
  return givenUpAtMs === null ? [] : [say('runWarning.notFollowed', { percent: formatSignificant(timePercent!) })];
});
