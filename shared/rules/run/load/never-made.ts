/**
 * Requests of the plan of which not one was made: the load ended before it came to them (users with fewer requests than the sequence has, a short
 * time, a small weight). One is enough not to be told: how often each was made is in the table of the plan.
 */
import { isOver } from '../../../analysis/work-or-waiting.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import { clientNamed } from '../../../model/clients.ts';
import { requestsOfUser } from '../../../model/load-models.ts';
import type { PlannedFigures, RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** A recording of a browser may have hundreds. */
const MOST_NAMED = 5;

export const neverMade = warning<RunReport>('never-made', (run) => {
  const { byRequest = [], load } = run;
  const missing = byRequest.filter(isMissing);
  // That there were none at all is told by others.
  if (missing.length === 0 || missing.length === byRequest.length || !isOver(run)) return [];
  const told = {
    count: missing.length,
    requests: { list: missing.slice(0, MOST_NAMED).map(({ name }) => showHidden(name)), by: 'comma' },
    more: Math.max(0, missing.length - MOST_NAMED),
  } as const;
  // Which request it was is recorded where it ends.
  if (!areAllRecorded(run)) return [say('runWarning.noneEnded', told)];
  const each = requestsOfUser(load);
  const isTooShort = each !== null && load.plan?.order === 'sequence' && each < byRequest.length;
  return [
    { says: say('runWarning.neverMade', told), ...(isTooShort ? { advice: say('advice.wholePass', { count: byRequest.length }) } : {}) },
  ];
});

function isMissing({ requests: { sent, dropped } }: PlannedFigures): boolean {
  return sent + dropped === 0;
}

function areAllRecorded({ requests: { unfinished, unanswered }, load: { client } }: RunReport): boolean {
  return unfinished === (unanswered ?? 0) && clientNamed(client).hidesUnanswered !== true;
}
