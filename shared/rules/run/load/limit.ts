/** The highest rate that holds. What else a run says is of all levels together, of which some were meant to be too much. */
import type { LimitReport } from '../../../model/limit.ts';
import type { RunReport } from '../../../model/report.ts';
import { tellGaveWay, tellLimit, tellNext } from '../../../phrases/limit.ts';
import { ALL_BUT_TRUST, type Rule } from '../../rule.ts';

interface Limit {
  readonly kind: 'limit';
  readonly limit: LimitReport;
}

export const limit: Rule<RunReport, Limit> = {
  id: 'limit',
  about: 'highest-rate',
  severity: 'info',
  line: 'headline',
  codes: ['limit'],
  silences: ALL_BUT_TRUST,
  find: ({ limit: found, window }) => (found === undefined || window !== null ? null : { kind: 'limit', limit: found }),
  says: ({ limit: found }) => tellLimit(found),
};

interface LimitBecause {
  readonly kind: 'limit-because';
  readonly limit: LimitReport;
}

export const limitBecause: Rule<RunReport, LimitBecause> = {
  id: 'limit-because',
  about: 'highest-rate',
  severity: 'info',
  line: 'why',
  codes: ['limit-because'],
  find: ({ limit: found, window }) => {
    if (found === undefined || window !== null || tellGaveWay(found) === null) return null;
    return { kind: 'limit-because', limit: found };
  },
  says: ({ limit: found }) => tellGaveWay(found) ?? '',
  advice: ({ limit: found }) => tellNext(found),
};
