/** The longest of the waits for one thing, with the requests whose they were. */
import { showHidden } from '../base/show-hidden.ts';
import { formatNumber, NOTHING } from '../format/figures.ts';
import type { LongestWait, WaitedFor } from '../model/longest-waits.ts';
import { FIRST_FAILED_STATUS } from '../session/request-filter.ts';
import { text } from '../words/words.ts';
import { callName } from './story-table.ts';
import type { Cell, ReportTable } from './table.ts';

const MS_PER_S = 1_000;

export function longestWaitsTable(of: WaitedFor, waits: readonly LongestWait[]): ReportTable {
  return {
    caption: text('run.waits.longest.title', { call: callName({ ...of, name: of.name ?? '' }) }),
    columns: [
      { title: text('run.waits.longest.route'), share: 30 },
      { title: text('run.waits.longest.response'), numeric: true },
      { title: text('run.waits.longest.at'), numeric: true },
      { title: text('run.waits.longest.inLine'), numeric: true },
      { title: text('run.waits.longest.inProgress'), numeric: true },
      { title: text('run.waits.longest.inServer'), numeric: true },
    ],
    rows: waits.map(({ atMs, inLineMs, inProgressMs, request }): Cell[] => [
      request === null ? { text: text('run.waits.longest.unknown'), tone: 'muted' } : showHidden(request.route),
      request === null ? NOTHING : statusCell(request.status),
      formatNumber(atMs / MS_PER_S, 3),
      inLineMs === null ? NOTHING : formatNumber(inLineMs, 2),
      formatNumber(inProgressMs, 2),
      request === null ? NOTHING : formatNumber(request.inServerMs, 2),
    ]),
    note: text('run.waits.longest.note'),
  };
}

function statusCell(status: number): Cell {
  return status >= FIRST_FAILED_STATUS ? { text: String(status), tone: 'bad' } : String(status);
}
