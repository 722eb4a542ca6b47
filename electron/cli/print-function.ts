/** `show --function`: when one function ran, and which requests it ran for most. */

import { calledFunction, placeOf, shortPlace } from '../../shared/format/place.ts';
import type { RequestOrder } from '../../shared/load/request-selection.ts';
import { BY_FUNCTION } from '../../shared/load/request-selection.ts';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import type { FunctionName } from '../../shared/profile/folds.ts';
import { listFunctions } from '../../shared/profile/functions.ts';
import type { FunctionRow } from '../../shared/protocol/profile-contract.ts';
import { functionTimesTable } from '../../shared/report/function-tables.ts';
import { requestsTable } from '../../shared/report/requests-table.ts';
import { functionSeriesOf, payersOfRun } from '../../shared/session/function-of.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { say } from '../../shared/words/said.ts';
import { text } from '../../shared/words/words.ts';
import type { OpenSession } from '../engine/sessions/open-session.ts';
import { breakable, percent } from './format.ts';
import { type RequestOptions, withRequests } from './print-requests.ts';
import { reportTable } from './text-table.ts';

const ALL = { kind: 'cpu', pid: null, thread: null } as const;
const MOST_PAYING: RequestOrder = { by: BY_FUNCTION, descending: true };
const USUAL_PAYERS = 10;
/** Of those that are meant, perhaps. */
const MOST_LISTED = 10;

/** Of the functions with time: the one of that name, of that place (`app.js:12`), or of both (`render app.js:12`). */
export function findFunction(recording: RunRecording, asked: string): Outcome<FunctionRow> {
  const tree = recording.callTree({ ...ALL, hide: [], base: 'cpu', window: null });
  const rows = listFunctions(tree).filter(({ total }) => total > 0);
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
  open: OpenSession,
  window: TimeWindow | null,
  asked: string,
  options: RequestOptions,
): Promise<Outcome<string>> {
  const { recording } = open;
  const row = findFunction(recording, asked);
  if (!row.ok) return row;
  const { function: name, url, line, totalPercent, selfPercent } = row.value;
  const of: FunctionName = { function: name, url, line };
  const series = functionSeriesOf(recording, ALL, of);
  const head = text('run.moments.head', {
    name: short(row.value),
    total: percent(totalPercent),
    self: percent(selfPercent),
    samples: series.meta.samples,
  });
  const { note, ...times } = functionTimesTable(series);
  const parts = [breakable(head), reportTable(times), breakable(note!)];
  if (payersOfRun(recording, of) === null) return succeed([...parts, breakable(text('run.moments.noPayers'))].join('\n'));
  const payers = await withRequests(open, window, { sort: MOST_PAYING, limit: USUAL_PAYERS, ...options, of }, (load, rows) =>
    succeed([text('run.moments.payers'), reportTable(requestsTable(load, rows)), breakable(text('run.moments.payersBase'))].join('\n')),
  );
  return payers.ok ? succeed([...parts, '', payers.value].join('\n')) : payers;
}
