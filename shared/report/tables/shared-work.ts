/** Who asked for the work that routes share, such as reading the rows of a database: an estimate, apart from what is measured of each route. */
import { showHidden } from '../../base/show-hidden.ts';
import { formatCount, NOTHING } from '../../format/figures.ts';
import type { RunReport, SharedFigures } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { ALL, type RunTable } from './run-table.ts';

/** Routes that asked for most of it; a server may have hundreds. */
const MOST_ASKING = 5;

/** Null: routes share no work, or nothing is known of it. */
export function sharedWorkTable({ routes }: Pick<RunReport, 'routes'>): ReportTable | null {
  const shared = routes?.shared ?? [];
  if (!routes?.cpu || shared.length === 0) return null;
  return {
    caption: text('run.sharedWork.title'),
    columns: [
      { title: text('run.sharedWork.work'), share: 30 },
      { title: text('run.sharedWork.askedBy') },
      { title: text('run.sharedWork.about'), numeric: true, share: 12 },
    ],
    rows: shared.flatMap(rowsOf),
    note: text('run.sharedWork.note'),
  };
}

function rowsOf({ name, askedBy }: SharedFigures): ReportTable['rows'] {
  const work = showHidden(name);
  if (askedBy === null) return [[work, text('run.sharedWork.unknown'), NOTHING]];
  const asked = Object.entries(askedBy).sort(([, a], [, b]) => b - a);
  const told = asked.slice(0, MOST_ASKING).map(([route, percent]) => [work, showHidden(route), formatCount(percent)]);
  const rest = asked.slice(MOST_ASKING);
  if (rest.length === 0) return told;
  const restPercent = rest.reduce((sum, [, percent]) => sum + percent, 0);
  return [...told, [work, text('run.sharedWork.more', { count: rest.length }), formatCount(restPercent)]];
}

export const SHARED_WORK: RunTable = {
  id: 'shared',
  section: 'routes',
  of: sharedWorkTable,
  on: { terminal: ALL, html: ALL, markdown: ALL },
  key: 'runs[].routes.shared',
};
