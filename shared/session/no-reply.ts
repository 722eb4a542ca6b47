/** Calls that got no reply, by peer and by what was asked of it. */
import type { Microseconds } from '../base/units.ts';
import type { NoReplyFigures } from '../model/report.ts';
import { hasReply, NO_OWNER, STILL_OPEN, UNKNOWN_OWNER, WAIT_KINDS } from '../model/waits.ts';
import type { ServedPart } from './request-filter.ts';
import type { ServedRequests } from './served-requests.ts';
import type { Waits } from './wait-rows.ts';
import { isWaitIn, type Span, spanOf, waitedUs } from './wait-spans.ts';

const US_PER_MS = 1_000;

interface Base {
  readonly served: ServedRequests;
  readonly part: ServedPart;
  /** Of the requests that ended in the part. */
  readonly tookUs: Microseconds;
  /** Time 0 on the clock of the rows. */
  readonly originUs: Microseconds;
}

type Row = ReturnType<Waits['row']>;

/**
 * Those that were still open when the recording ended are told if they had waited longer than each call of the same kind that got a reply, or, where none
 * did, each to the same peer: of a younger one the reply may have been on its way. Calls of no request are not told.
 */
export function computeNoReply(waits: Waits, base: Base): NoReplyFigures[] {
  const { kind, request, status } = waits.table();
  const groups = new Map<string, Row[]>();
  for (let row = 0; row < waits.rows; row++) {
    if (request[row] === NO_OWNER || hasReply(WAIT_KINDS[kind[row]!]!, status[row]!)) continue;
    const one = waits.row(row);
    if (!isWaitIn(one, base.part)) continue;
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  if (groups.size === 0) return [];
  const longest = longestReplies(waits);
  return [...groups.values()]
    .flatMap((rows) => {
      const least = longest.get(keyOf(rows[0]!)) ?? longest.get(peerOf(rows[0]!)) ?? 0;
      const told = rows.filter((one) => one.status !== STILL_OPEN || tookOf(one) > least);
      return told.length === 0 ? [] : [toFigures(told, waits, base)];
    })
    .sort((a, b) => b.failed + b.stillOpen - (a.failed + a.stillOpen));
}

const keyOf = ({ kind, to, name }: Pick<Row, 'kind' | 'to' | 'name'>): string => `${kind} ${to} ${name}`;
const peerOf = ({ kind, to }: Pick<Row, 'kind' | 'to'>): string => `${kind} ${to}`;
const tookOf = ({ start, end }: Pick<Row, 'start' | 'end'>): Microseconds => end - start;

/** How long the longest call took that got a reply, by kind and by peer, in all of the run. */
function longestReplies(waits: Waits): Map<string, Microseconds> {
  const { start, end, kind, to, name, status } = waits.table();
  const longest = new Map<string, Microseconds>();
  for (let row = 0; row < waits.rows; row++) {
    if (!hasReply(WAIT_KINDS[kind[row]!]!, status[row]!)) continue;
    const one = { kind: kind[row]!, to: to[row]!, name: name[row]! };
    const took = end[row]! - start[row]!;
    for (const key of [keyOf(one), peerOf(one)]) if (took > (longest.get(key) ?? -1)) longest.set(key, took);
  }
  return longest;
}

function toFigures(rows: readonly Row[], { names }: Waits, { served, part, tookUs, originUs }: Base): NoReplyFigures {
  const [{ kind, to, name }] = rows as [Row];
  const open = rows.filter(({ status }) => status === STILL_OPEN);
  const spans = rows.map((one) => spanOf(one, served, part)).filter((span): span is Span => span !== null);
  const isAnyKnown = rows.some(({ request }) => request !== UNKNOWN_OWNER);
  return {
    kind: WAIT_KINDS[kind]!,
    to: names[to]!,
    name: names[name] || null,
    failed: rows.length - open.length,
    stillOpen: open.length,
    longestMs: greatest(rows, tookOf) / US_PER_MS,
    openSinceMs: open.length === 0 ? null : (-greatest(open, ({ start }) => -start) - originUs) / US_PER_MS,
    share: isAnyKnown && tookUs > 0 ? (100 * waitedUs(spans, served)) / tookUs : null,
  };
}

const greatest = (rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((most, row) => Math.max(most, of(row)), Number.NEGATIVE_INFINITY);
