/** `show --function`: when one function ran, and which requests it ran for most. */

import type { TimeWindow } from '../../../shared/base/units.ts';
import { calledFunction, placeOf, shortPlace } from '../../../shared/format/place.ts';
import type { RequestOrder } from '../../../shared/load/request-selection.ts';
import { BY_FUNCTION } from '../../../shared/load/request-selection.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { FunctionRow } from '../../../shared/model/profile/profile-views.ts';
import { CPU_TIME } from '../../../shared/model/profile/selection.ts';
import type { RequestRows } from '../../../shared/model/series.ts';
import { WHOLE_PROFILE } from '../../../shared/profile/tree/call-tree.ts';
import type { FunctionName } from '../../../shared/profile/tree/folds.ts';
import { functionTimesTable } from '../../../shared/report/function-tables.ts';
import { type ListedLoad, requestsTable } from '../../../shared/report/requests-table.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { AskedRun } from '../asked-run.ts';
import { breakable, percent } from './format.ts';
import { type RequestOptions, withRequests } from './print-requests.ts';
import { reportTable } from './text-table.ts';

const MOST_PAYING: RequestOrder = { by: BY_FUNCTION, descending: true };
const USUAL_PAYERS = 10;
/** Of those that are meant, perhaps. */
const MOST_LISTED = 10;

/** Of the functions with time: the one of that name, of that place (`app.js:12`), or of both (`render app.js:12`). */
async function findFunction({ engine, sessionId }: AskedRun, asked: string): Promise<Outcome<FunctionRow>> {
  const functions = await engine.handle('profile.functions', { ...WHOLE_PROFILE, sessionId, selection: CPU_TIME, hide: [], folds: [] });
  if (!functions.ok) return functions;
  const rows = functions.value.rows.filter(({ total }) => total > 0);
  const called = rows.filter((row) => row.function === asked || calledFunction(row) === asked);
  const found = called.length > 0 ? called : rows.filter((row) => endsWith(placed(row), asked));
  const [first, ...others] = found;
  const list = (some: readonly FunctionRow[]) => ({ names: { list: some.slice(0, MOST_LISTED).map(short), by: 'comma' } }) as const;
  if (first === undefined) return fail('not-found', say('command.noFunction', { name: asked }), say('command.functionsAre', list(rows)));
  if (others.length > 0)
    return fail('bad-request', say('command.severalFunctions', { name: asked }), say('command.functionsAre', list(found)));
  return succeed(first);
}

const placed = (row: FunctionRow): string => `${calledFunction(row)} ${placeOf(row.url, row.line)}`.trimEnd();
const short = (row: FunctionRow): string => `${calledFunction(row)} ${shortPlace(row.url, row.line)}`.trimEnd();

/** At the beginning of a word or of a part of a path. */
function endsWith(whole: string, asked: string): boolean {
  const [name, place] = [whole.slice(0, whole.indexOf(' ')), whole.slice(whole.indexOf(' ') + 1)];
  const [first, ...rest] = asked.split(' ');
  const isPlace = (end: string): boolean => place === end || place.endsWith(`/${end}`) || place.endsWith(`\\${end}`);
  return isPlace(asked) || (rest.length > 0 && first === name && isPlace(rest.join(' ')));
}

/** Fails where there is no such function, or several. */
export async function formatFunction(
  run: AskedRun,
  window: TimeWindow | null,
  asked: string,
  options: RequestOptions,
): Promise<Outcome<string>> {
  const { engine, sessionId } = run;
  const row = await findFunction(run, asked);
  if (!row.ok) return row;
  const { function: name, url, line, totalPercent, selfPercent } = row.value;
  const of: FunctionName = { function: name, url, line };
  const [moments, served] = [
    await engine.handle('profile.moments', { sessionId, selection: CPU_TIME, of }),
    await engine.handle('session.served', { sessionId }),
  ];
  if (!moments.ok) return moments;
  if (!served.ok) return served;
  const series = moments.value;
  const head = text('run.moments.head', {
    name: short(row.value),
    total: percent(totalPercent),
    self: percent(selfPercent),
    samples: series.meta.samples,
  });
  const parts = [breakable(head), reportTable(functionTimesTable(series))];
  const noPayers = succeed([...parts, breakable(text('run.moments.noPayers'))].join('\n'));
  if (!served.value.tellsRequestsApart) return noPayers;
  const payers = await withRequests(run, window, { sort: MOST_PAYING, limit: USUAL_PAYERS, ...options, of }, (load, rows) =>
    succeed(rows.inFunction === undefined ? NOT_KNOWN : formatPayers(load, rows)),
  );
  if (!payers.ok) return payers;
  return payers.value === NOT_KNOWN ? noPayers : succeed([...parts, '', payers.value].join('\n'));
}

/** Which sample belongs to which request of the client. */
const NOT_KNOWN = '';

function formatPayers(load: ListedLoad, rows: RequestRows): string {
  return reportTable({ ...requestsTable(load, rows), caption: text('run.moments.payers'), note: text('run.moments.payersBase') });
}
