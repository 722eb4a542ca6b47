/** Tables that are no figures of a run: each is printed alone, and none is in the document. */
import type { TimeWindow } from '../../../shared/base/units.ts';
import { type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { OpenSession } from '../../engine/sessions/open-session.ts';
import type { AskedRun } from '../asked-run.ts';
import type { RequestChoice } from '../flags/request-choice.ts';
import { formatOutput, type OutputPart } from './print-output.ts';
import { formatRequests, type RequestOptions } from './print-requests.ts';
import { formatSlow } from './print-slow.ts';
import { formatStories } from './print-story.ts';

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

interface Rows {
  /** Fails where the run does not have what the table is of. */
  readonly print: (run: ListedRun, time: RowsTime, options: RequestOptions & RequestChoice) => Outcome<string> | Promise<Outcome<string>>;
  /** Something stands in it. */
  readonly isIn: (open: OpenSession) => boolean;
  /** `--phase` filters its rows; of others it chooses a time. */
  readonly isOfRequests?: true;
}

const hasRequests = ({ kind, recording }: OpenSession): boolean => kind === 'run' && recording.load.finished > 0;

const ROWS = {
  requests: {
    print: (run, { window }, options) => formatRequests(run, window(), options),
    isIn: hasRequests,
    isOfRequests: true,
  },
  slow: {
    print: (run, { window }, options) => formatSlow(run, window(), options),
    isIn: (open) => hasRequests(open) && open.recording.tellsRequestsApart,
  },
  story: {
    print: (run, { window }, options) => formatStories(run, window(), options),
    isIn: (open) => hasRequests(open) && open.recording.served.isKnown,
    isOfRequests: true,
  },
  output: {
    print: ({ open }, { part }) => succeed(formatOutput(open, part)),
    isIn: ({ recording }) => recording.outputPieces.length > 0,
  },
} as const satisfies Record<string, Rows>;

export type RowTable = keyof typeof ROWS;
const TABLE: Readonly<Record<RowTable, Rows>> = ROWS;
export const ROW_TABLES = Object.keys(ROWS) as readonly RowTable[];

export function isRowTable(name: string | undefined): name is RowTable {
  return name !== undefined && Object.hasOwn(ROWS, name);
}

export const isOfRequests = (name: string | undefined): boolean => isRowTable(name) && TABLE[name].isOfRequests === true;

export async function formatRows(table: RowTable, ...of: Parameters<Rows['print']>): Promise<Outcome<string>> {
  return TABLE[table].print(...of);
}

/** Those in which something stands. */
export function rowTablesOf(open: OpenSession): readonly RowTable[] {
  return ROW_TABLES.filter((name) => TABLE[name].isIn(open));
}
