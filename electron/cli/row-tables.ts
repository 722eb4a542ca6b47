/** Tables that are no figures of a run: each is printed alone, and none is in the document. */
import { type Outcome, succeed } from '../../shared/model/failure.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import type { OpenSession } from '../engine/sessions/open-session.ts';
import type { AskedRun } from './asked-run.ts';
import { formatOutput, type OutputPart } from './print-output.ts';
import { formatRequests, type RequestOptions } from './print-requests.ts';
import { formatSlow } from './print-slow.ts';
import { formatStories } from './print-story.ts';
import type { RequestChoice } from './request-choice.ts';

export const ROW_TABLES = ['requests', 'slow', 'story', 'output'] as const;
export type RowTable = (typeof ROW_TABLES)[number];

/** Those of which `--phase` filters the rows; of the others it chooses a time. */
const OF_REQUESTS: readonly RowTable[] = ['requests', 'story'];

export interface RowsTime {
  /** As it was given, which may be before the load and after it: the server writes output then, too. */
  readonly part: OutputPart;
  /** The part of it that lies in the load. May end the command: there may be none. */
  readonly window: () => TimeWindow | null;
}

/** The run whose tables are printed; what is recorded of it, for its output and for which tables it has. */
export interface ListedRun extends AskedRun {
  readonly open: OpenSession;
}

/** Each fails where the run does not have what the table is of. */
const PRINT: Record<
  RowTable,
  (run: ListedRun, time: RowsTime, options: RequestOptions & RequestChoice) => Outcome<string> | Promise<Outcome<string>>
> = {
  requests: (run, { window }, options) => formatRequests(run, window(), options),
  slow: (run, { window }, options) => formatSlow(run, window(), options),
  story: (run, { window }, options) => formatStories(run, window(), options),
  output: ({ open }, { part }) => succeed(formatOutput(open, part)),
};

export function isRowTable(name: string | undefined): name is RowTable {
  return (ROW_TABLES as readonly (string | undefined)[]).includes(name);
}

export const isOfRequests = (name: string | undefined): boolean => (OF_REQUESTS as readonly (string | undefined)[]).includes(name);

export async function formatRows(table: RowTable, ...of: Parameters<(typeof PRINT)[RowTable]>): Promise<Outcome<string>> {
  return PRINT[table](...of);
}

/** Those in which something stands. */
export function rowTablesOf({ kind, recording }: OpenSession): readonly RowTable[] {
  const hasRequests = kind === 'run' && recording.load.finished > 0;
  const has: Record<RowTable, boolean> = {
    requests: hasRequests,
    slow: hasRequests && recording.tellsRequestsApart,
    story: hasRequests && recording.served.isKnown,
    output: recording.outputPieces.length > 0,
  };
  return ROW_TABLES.filter((name) => has[name]);
}
