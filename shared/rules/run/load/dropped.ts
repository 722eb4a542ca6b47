/** Arrivals that were never sent: the load was another one than was asked for. */
import { findNotSent } from '../../../analysis/load-not-made.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';
import { sayShare } from '../../share.ts';

export const dropped = warning<RunReport>('dropped', (run) => {
  const found = findNotSent(run);
  if (found === null) return [];
  const { of, orLate } = found;
  const figures = { count: { figure: found.dropped, as: 'count' }, most: { figure: found.most, as: 'count' } } as const;
  return [say('runWarning.dropped', { ...figures, share: sayShare(found.dropped / of, 'runWarning'), orLate: orLate ? 'yes' : 'no' })];
});
