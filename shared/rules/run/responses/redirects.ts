/** Most of what was measured is a redirect, which is not followed: to a login, or to another address of the page. One that the plan names was to be measured. */
import { REDIRECTS, REDIRECTS_FROM } from '../../../analysis/statuses.ts';
import type { Percent } from '../../../base/units.ts';
import { shortName } from '../../../format/place.ts';
import type { RunReport } from '../../../model/report.ts';
import { shareText } from '../../../phrases/share-text.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Redirects {
  readonly kind: 'redirects';
  readonly percent: Percent;
  readonly status: string;
  readonly to: string | null;
  /** The plan of the run has requests already. */
  readonly isPlanned?: true;
}

export const redirects: Rule<RunReport, Redirects> = {
  id: 'redirects',
  about: 'outcome',
  severity: 'info',
  line: 'headline',
  codes: ['redirects'],
  find: ({ status, metStatus = {}, requests, redirectsTo, load }) => {
    const found = REDIRECTS.map((code) => [code, (status[code] ?? 0) - (metStatus[code] ?? 0)] as const).filter(([, count]) => count > 0);
    const [most] = found.sort(([, a], [, b]) => b - a);
    const percent = (100 * found.reduce((sum, [, count]) => sum + count, 0)) / requests.completed;
    return most !== undefined && percent >= REDIRECTS_FROM
      ? [{ kind: 'redirects', percent, status: most[0], to: redirectsTo ?? null, ...(load.plan === undefined ? {} : { isPlanned: true }) }]
      : [];
  },
  says: ({ percent, status, to }) => {
    const told = to === null ? status : text('run.answer.redirectTo', { status, to: shortName(to) });
    return percent === 100
      ? text('run.answer.allRedirects', { status: told })
      : text('run.answer.redirects', { percent: shareText(percent), status: told });
  },
  advice: ({ percent, isPlanned }) => {
    if (percent < 100) return null;
    return isPlanned ? say('advice.requestFinalUrls') : say('advice.requestFinalUrl');
  },
};
