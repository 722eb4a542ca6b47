/** How many requests ended in which way. */
import { unexpectedOf } from '../../analysis/failed-load.ts';
import { formatBytes, formatCount } from '../../format/figures.ts';
import { clientNamed } from '../../model/clients.ts';
import type { RunReport } from '../../model/report.ts';
import { ERROR_KINDS, isEnding } from '../../model/run.ts';
import { tellErrorKind, tellStatus } from '../../phrases/kept-responses.ts';
import { shareText } from '../../phrases/share-text.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable } from '../table.ts';
import { badCell, countColumns, numeric, ofOurClient } from './columns.ts';
import { EVERYWHERE, ON_PAGES, type RunTable } from './run-table.ts';

/** "not known: k6 does not say": of how many requests in flight at the end it is not known whether they got a response. Null: it is known, or none was. */
export function unansweredUnknown({ requests, load, ending, byCommand }: RunReport): string | null {
  if (requests.unanswered !== null && requests.unanswered !== undefined) return null;
  if (requests.unfinished === 0 || !isEnding(ending)) return null;
  const hides = clientNamed(load.client).hidesUnanswered ? load.client : null;
  const why = byCommand !== undefined ? 'command' : (hides ?? (ending === 'completed' ? 'before' : 'other'));
  return text('run.overview.unansweredUnknown', { why });
}

/** Of the row above. */
const partOf = (name: 'stale' | 'timedOut' | 'unanswered'): Cell => ({ text: text(`run.overview.${name}`), tone: 'sub' });

export function totalsTable(run: RunReport): ReportTable {
  const { sent, completed, failed, timedOut, unfinished, unanswered, unexpected, dropped, stale = 0 } = run.requests;
  const unknown = unansweredUnknown(run);
  return {
    caption: text('run.overview.requests'),
    facts: true,
    columns: countColumns(),
    rows: [
      [text('run.overview.sent'), formatCount(sent)],
      [text('run.overview.completed'), formatCount(completed)],
      ...(stale > 0 ? [[partOf('stale'), formatCount(stale)]] : []),
      [text('run.overview.unexpected'), badCell(unexpected)],
      [text('run.overview.failed'), badCell(failed)],
      ...(timedOut > 0 ? [[partOf('timedOut'), formatCount(timedOut)]] : []),
      [text('run.overview.unfinished'), formatCount(unfinished)],
      ...(unanswered ? [[partOf('unanswered'), badCell(unanswered)]] : []),
      ...(unknown === null ? [] : [[partOf('unanswered'), unknown]]),
      ...(dropped > 0 ? [[text('run.overview.dropped'), formatCount(dropped)]] : []),
      [text('run.overview.bytes'), formatBytes(run.bytes)],
    ],
  };
}

function statusTable({ status }: Pick<RunReport, 'status'>): ReportTable {
  const rows = Object.entries(status).sort(([a], [b]) => (a < b ? -1 : 1));
  return countTable(text('run.overview.status'), text('report.status'), rows, text('run.overview.noStatus'));
}

/** Where no request failed: which may still have got a response that nobody wanted. */
function tellNoErrors({ requests: { completed, unexpected, unanswered } }: RunReport): string {
  return text('run.overview.noErrors', { ended: completed, unexpected, unanswered: unanswered ?? 0 });
}

function errorTable(run: RunReport): ReportTable {
  const { errors } = run;
  const place = (name: string): number => (ERROR_KINDS as readonly string[]).indexOf(name);
  const rows = Object.entries(errors).sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1));
  return countTable(text('run.overview.errors'), text('report.error'), rows, tellNoErrors(run));
}

function countTable(caption: string, name: string, rows: readonly (readonly [string, number])[], empty: string): ReportTable {
  const columns = [{ title: name }, numeric(text('report.count'))];
  if (rows.length === 0) return { caption, facts: true, columns, rows: [[{ text: empty, tone: 'muted' }, '']] };
  return { caption, facts: true, columns, rows: rows.map(([label, count]) => [label, formatCount(count)]) };
}

/** Each way in which requests went wrong, the most frequent first; null: none did. */
export function failureTable(run: Pick<RunReport, 'status' | 'metStatus' | 'errors' | 'requests'>): ReportTable | null {
  const { errors, requests } = run;
  const failed = Object.entries(errors).map(([kind, count]) => ({
    what: text('run.responses.failed', { kind, what: tellErrorKind(kind) }),
    count,
  }));
  const unexpected = Object.entries(unexpectedOf(run)).map(([code, count]) => ({ what: tellStatus(code), count }));
  const rows = [...failed, ...unexpected].sort((a, b) => b.count - a.count);
  if (rows.length === 0) return null;
  const of = requests.completed + requests.failed;
  return {
    caption: text('run.responses.tableTitle'),
    columns: [{ title: text('run.responses.what'), share: 70 }, numeric(text('report.count')), numeric(text('run.responses.share'))],
    rows: rows.map(({ what, count }) => [what, formatCount(count), shareText((100 * count) / of)]),
  };
}

export const TOTALS: RunTable = {
  id: 'totals',
  section: 'counts',
  of: ofOurClient<[], ReportTable | null>(totalsTable, null),
  on: ON_PAGES,
};

export const STATUSES: RunTable = {
  id: 'statuses',
  section: 'counts',
  of: ofOurClient<[], ReportTable | null>(statusTable, null),
  on: ON_PAGES,
};

export const ERROR_COUNTS: RunTable = {
  id: 'error-kinds',
  section: 'counts',
  of: ofOurClient<[], ReportTable | null>(errorTable, null),
  on: ON_PAGES,
};

export const FAILURES: RunTable = {
  id: 'errors',
  section: 'failures',
  of: failureTable,
  on: { ...EVERYWHERE, brief: [5, 4] },
  key: 'runs[].errors',
  alone: { none: () => text('run.responses.none') },
};
