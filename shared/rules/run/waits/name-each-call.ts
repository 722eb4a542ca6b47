/** The address of a server is looked up for its calls again and again. */
import { FEWEST, isOfServer, timeInServerMs } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Milliseconds, Percent } from '../../../base/units.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface EachCall {
  readonly kind: 'name-each-call';
  readonly host: string;
  readonly percent: Percent;
  readonly meanMs: Milliseconds;
}

const MANY_FROM: Percent = 50;
/** Of the time in the server. */
const SHARE_FROM: Percent = 1;

const hostOf = (to: string): string | null => /^[a-z]{1,20}:\/\/([^/:]{1,300})(?::\d{1,5})?$/.exec(to)?.[1] ?? null;

function findEachCall(run: RunReport): EachCall | null {
  const rows = (run.waits ?? []).filter(({ route }) => route === null);
  const inServer = timeInServerMs(run);
  const found = rows.flatMap(({ kind, to, calls: lookups, inProgressMs, inLineMs }): EachCall[] => {
    const host = kind === 'dns' ? hostOf(to) : null;
    if (host === null || lookups < FEWEST) return [];
    const calls = rows.filter((one) => isOfServer(one) && hostOf(one.to) === host).reduce((sum, one) => sum + one.calls, 0);
    const meanMs = inProgressMs.mean + (inLineMs?.mean ?? 0);
    if (calls === 0 || 100 * lookups < MANY_FROM * calls || 100 * meanMs * lookups < SHARE_FROM * inServer) return [];
    return [{ kind: 'name-each-call', host, percent: Math.min(100, (100 * lookups) / calls), meanMs }];
  });
  return found.sort((a, b) => b.meanMs - a.meanMs)[0] ?? null;
}

export const nameEachCall: Rule<RunReport, EachCall> = {
  id: 'name-each-call',
  severity: 'info',
  line: 'rest',
  codes: ['name-each-call'],
  find: findEachCall,
  says: ({ host, percent, meanMs }) =>
    text('run.answer.nameEachCall', { host: showHidden(host), percent: formatPercent(percent, 0), time: formatMs(meanMs) }),
  advice: () => say('advice.cacheNames'),
};
