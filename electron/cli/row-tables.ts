/** Tables that are no figures of a run: each is printed alone, and none is in the document. */
import type { OpenSession } from '../engine/sessions/open-session.ts';

export const ROW_TABLES = ['requests', 'slow', 'story', 'output'] as const;
export type RowTable = (typeof ROW_TABLES)[number];

export function isRowTable(name: string | undefined): name is RowTable {
  return (ROW_TABLES as readonly (string | undefined)[]).includes(name);
}

/** Those in which something stands. */
export function rowTablesOf({ kind, recording }: OpenSession): readonly RowTable[] {
  const hasRequests = kind === 'run' && recording.load.finished > 0;
  const isByRequest = hasRequests && recording.served.isKnown;
  const has: Record<RowTable, boolean> = {
    requests: hasRequests,
    slow: isByRequest,
    story: isByRequest,
    output: recording.outputPieces.length > 0,
  };
  return ROW_TABLES.filter((name) => has[name]);
}
