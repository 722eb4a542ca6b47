/** `show --function`: when one function ran, and which requests it ran for most. */

import type { TimeWindow } from '../../../shared/base/units.ts';
import { formatCount } from '../../../shared/format/figures.ts';
import { calledFunction, placeOf, shortPlace } from '../../../shared/format/place.ts';
import { formatWeight } from '../../../shared/format/weights.ts';
import type { RequestOrder } from '../../../shared/load/request-selection.ts';
import { BY_FUNCTION } from '../../../shared/load/request-selection.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { KnownCpu } from '../../../shared/model/profile/known-cpu.ts';
import type { FunctionRow } from '../../../shared/model/profile/profile-views.ts';
import { CPU_TIME } from '../../../shared/model/profile/selection.ts';
import type { RequestRows } from '../../../shared/model/series.ts';
import { timeOf } from '../../../shared/phrases/profile-words.ts';
import { WHOLE_PROFILE } from '../../../shared/profile/tree/call-tree.ts';
import type { FunctionName } from '../../../shared/profile/tree/folds.ts';
import { functionTimesTable } from '../../../shared/report/function-tables.ts';
import { type ListedLoad, requestsTable } from '../../../shared/report/requests-table.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import type { AskedRun } from '../asked-run.ts';
import { breakable, percent } from './format.ts';
import { type RequestOptions, withRequests } from './print-requests.ts';
import type { ListedRun } from './row-tables.ts';
import { reportTable } from './text-table.ts';

const MOST_PAYING: RequestOrder = { by: BY_FUNCTION, descending: true };
const USUAL_PAYERS = 10;
/** Of those that are meant, perhaps. */
const MOST_LISTED = 10;

interface Found {
  readonly row: FunctionRow;
  /** What its shares are of, in words; null: they are of time. */
  readonly counted: string | null;
  readonly cpu: KnownCpu;
}

/** Of the functions with time: the one of that name, of that place (`app.js:12`), or of both (`render app.js:12`). */
async function findFunction({ engine, sessionId }: AskedRun, asked: string): Promise<Outcome<Found>> {
  const functions = await engine.handle('profile.functions', { ...WHOLE_PROFILE, sessionId, selection: CPU_TIME, hide: [], folds: [] });
  if (!functions.ok) return functions;
  const rows = functions.value.rows.filter(({ total }) => total > 0);
  const one = chooseFunction(rows, asked, 'command.noFunction');
  if (!one.ok) return one;
  const { unit, base, cpu, isSampled } = functions.value;
  const isTime = unit === 'microseconds' && isSampled;
  return succeed({ row: one.value, counted: isTime ? null : formatWeight(base, unit), cpu });
}

type Placed = Pick<FunctionRow, 'function' | 'url' | 'line'>;

function chooseFunction<Row extends Placed>(
  rows: readonly Row[],
  asked: string,
  none: 'command.noFunction' | 'command.noTickFunction',
): Outcome<Row> {
  const called = rows.filter((row) => row.function === asked || calledFunction(row) === asked);
  const found = called.length > 0 ? called : rows.filter((row) => endsWith(placed(row), asked));
  const [first, ...others] = found;
  const areCalled = (some: readonly Row[]) =>
    say('command.functionsAre', { names: { list: some.slice(0, MOST_LISTED).map(short), by: 'comma' } });
  if (first === undefined) return fail('not-found', say(none, { name: asked }), ...(rows.length === 0 ? [] : [areCalled(rows)]));
  if (others.length > 0) return fail('bad-request', say('command.severalFunctions', { name: asked }), areCalled(found));
  return succeed(first);
}

const placed = (row: Placed): string => `${calledFunction(row)} ${placeOf(row.url, row.line)}`.trimEnd();
const short = (row: Placed): string => `${calledFunction(row)} ${shortPlace(row.url, row.line)}`.trimEnd();

/** At the beginning of a word or of a part of a path. */
function endsWith(whole: string, asked: string): boolean {
  const [name, place] = [whole.slice(0, whole.indexOf(' ')), whole.slice(whole.indexOf(' ') + 1)];
  const [first, ...rest] = asked.split(' ');
  const isPlace = (end: string): boolean => place === end || place.endsWith(`/${end}`) || place.endsWith(`\\${end}`);
  return isPlace(asked) || (rest.length > 0 && first === name && isPlace(rest.join(' ')));
}

/** Fails where there is no such function, or several. */
export async function formatFunction(
  run: ListedRun,
  window: TimeWindow | null,
  asked: string,
  options: RequestOptions,
): Promise<Outcome<string>> {
  const { engine, sessionId } = run;
  const { recording } = run.open;
  if (recording.ticks !== null && recording.profiles(CPU_TIME).length === 0) return formatTickFunction(run, asked);
  const found = await findFunction(run, asked);
  if (!found.ok) return found;
  const { row, counted, cpu } = found.value;
  const { function: name, url, line, totalPercent, selfPercent } = row;
  const of: FunctionName = { function: name, url, line };
  const [moments, served] = [
    await engine.handle('profile.moments', { sessionId, selection: CPU_TIME, of }),
    await engine.handle('session.served', { sessionId }),
  ];
  if (!moments.ok) return moments;
  if (!served.ok) return served;
  const series = moments.value;
  const shares = { name: short(row), total: percent(totalPercent), self: percent(selfPercent) };
  const head =
    counted === null
      ? text('run.moments.head', { ...shares, of: timeOf(cpu), samples: series.meta.samples })
      : text('run.moments.headCounted', { ...shares, weight: counted });
  const isKnown = series.total.length > 0;
  const parts = [breakable(head), isKnown ? reportTable(functionTimesTable(series)) : breakable(text('run.moments.noTimes'))];
  // A file of another tool has no requests at all.
  if (run.open.kind !== 'run') return succeed(parts.join('\n'));
  const noPayers = succeed([...parts, breakable(text('run.moments.noPayers'))].join('\n'));
  if (!served.value.tellsRequestsApart) return noPayers;
  const payers = await withRequests(run, window, { sort: MOST_PAYING, limit: USUAL_PAYERS, ...options, of }, (load, rows) =>
    succeed(rows.inFunction === undefined ? NOT_KNOWN : formatPayers(load, rows)),
  );
  if (!payers.ok) return payers;
  return payers.value === NOT_KNOWN ? noPayers : succeed([...parts, '', payers.value].join('\n'));
}

/** Of a file or run that has ticks and no profile. */
async function formatTickFunction({ engine, sessionId }: ListedRun, asked: string): Promise<Outcome<string>> {
  const functions = await engine.handle('ticks.functions', { sessionId });
  if (!functions.ok) return functions;
  const { ticks = 0, isWhole = true, rows = [] } = functions.value ?? {};
  const found = chooseFunction(rows, asked, 'command.noTickFunction');
  if (!found.ok) return found;
  const { self, total, callers } = found.value;
  const counts = { total: formatCount(total), all: formatCount(ticks), self: formatCount(self) };
  const head = text('run.moments.ticks', { name: short(found.value), isWhole: isWhole ? 'yes' : 'no', ...counts });
  if (callers.length === 0) return succeed(breakable(head));
  const table = reportTable({
    caption: text('run.moments.ticksCallers'),
    namesLast: true,
    columns: [{ title: text('run.ticks.columnName') }, { title: text('run.ticks.columnTicks'), numeric: true }],
    rows: callers.slice(0, MOST_LISTED).map((caller) => [short(caller), formatCount(caller.ticks)]),
    ...(isWhole ? {} : { note: text('run.moments.ticksPartly') }),
  });
  return succeed([breakable(head), table].join('\n'));
}

/** Which sample belongs to which request of the client. */
const NOT_KNOWN = '';

function formatPayers(load: ListedLoad, rows: RequestRows): string {
  return reportTable({ ...requestsTable(load, rows), caption: text('run.moments.payers'), note: text('run.moments.payersBase') });
}
