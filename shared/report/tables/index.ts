/** Every table of a run, in the order in which the terminal prints them; a section has those of it in this order, too. */
import { type AnyRunReport, hasLoad } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import { TOOL_TABLES } from '../external-tables.ts';
import { cutTable, type ReportTable } from '../table.ts';
import { BLOCKED } from './blocked.ts';
import { CAPTURED } from './captured.ts';
import { ERROR_COUNTS, FAILURES, STATUSES, TOTALS } from './counts.ts';
import { ENVIRONMENT } from './environment.ts';
import { FILES, HEAVY, OWN, PACKAGES } from './functions.ts';
import { LATENCY, PERCENTILES } from './latency.ts';
import { LEAK, LEAK_GROWN, LEAK_ROUNDS, LEAK_SITES } from './leak.ts';
import { LIMIT } from './limit.ts';
import { LINES } from './lines.ts';
import { COLLECTIONS, MEMORY } from './memory.ts';
import { LEVEL_REQUESTS, LEVELS, PHASES, PLAN } from './parts.ts';
import { PERIODS } from './periods.ts';
import { EXACT_FUNCTIONS, EXACT_LINES, PROFILE } from './profile.ts';
import { ROUTE_TIME } from './route-time.ts';
import { HEAVIEST_REQUESTS, ROUTES } from './routes.ts';
import type { Beside, Profiled, RunTable, Section, Surface } from './run-table.ts';
import { LIVES, SERVER, SYSTEM } from './server.ts';
import { SHARED_WORK } from './shared-work.ts';
import { THREADS } from './threads.ts';
import { THROUGHPUT } from './throughput.ts';
import { TICK_LIBRARIES, TICKS } from './ticks.ts';
import { TIMINGS } from './timings.ts';
import { NO_REPLY, WAITS } from './waits.ts';
import { WAITS_BY_PEER } from './waits-by-peer.ts';

/** Those that a profile of another tool has, too. */
export const PROFILE_TABLES: readonly RunTable<Profiled>[] = [
  HEAVY,
  PROFILE,
  OWN,
  THREADS,
  BLOCKED,
  PACKAGES,
  FILES,
  LINES,
  EXACT_FUNCTIONS,
  EXACT_LINES,
  TICKS,
  TICK_LIBRARIES,
];

const LISTED: readonly RunTable[] = [
  LEAK_GROWN,
  LEAK_SITES,
  LEAK,
  LEAK_ROUNDS,
  FAILURES,
  LATENCY,
  THROUGHPUT,
  PLAN,
  PERIODS,
  PHASES,
  LIMIT,
  LEVELS,
  LEVEL_REQUESTS,
  HEAVIEST_REQUESTS,
  PERCENTILES,
  TOTALS,
  STATUSES,
  ERROR_COUNTS,
  ROUTES,
  ROUTE_TIME,
  SHARED_WORK,
  WAITS,
  WAITS_BY_PEER,
  NO_REPLY,
  TIMINGS,
  SERVER,
  LIVES,
  SYSTEM,
  MEMORY,
  COLLECTIONS,
  ...PROFILE_TABLES,
  CAPTURED,
  ENVIRONMENT,
  ...TOOL_TABLES,
];

/** What a run that looks for a leak has: other figures of its requests say little, as these come in rounds with rests between. */
const OF_LEAKS: ReadonlySet<Section> = new Set<Section>(['leak', 'failures', 'environment']);

function unlessOfLeak(one: RunTable): RunTable {
  if (OF_LEAKS.has(one.section)) return one;
  const { of, none, alone } = one;
  return {
    ...one,
    of: (run, beside) => (run.leak === undefined ? of(run, beside) : null),
    ...(none && { none: (run, ...on) => (run.leak === undefined ? none(run, ...on) : '') }),
    alone: { ...alone, none: (run) => (run.leak === undefined ? (alone?.none?.(run) ?? '') : text('run.leak.only')) },
  };
}

export const RUN_TABLES: readonly RunTable[] = LISTED.map(unlessOfLeak);

/** A table, or the sentence that stands where the run has none. */
export type Piece = { readonly id: string } & ({ readonly table: ReportTable } | { readonly said: string });

/** `isCrowded`: requests have a table of their own beside it, which a brief report makes room for. */
type Asked = Beside & { readonly isCrowded?: boolean };

/** What a surface shows of one section; of a run without load of ours, tables of its profile only. */
export function piecesOf(run: AnyRunReport, on: Surface, section: Section, asked: Asked = {}): Piece[] {
  return hasLoad(run) ? piecesIn(RUN_TABLES, run, on, section, asked) : piecesIn(PROFILE_TABLES, run, on, section, asked);
}

function piecesIn<Run>(
  tables: readonly RunTable<Run>[],
  run: Run,
  on: Surface,
  section: Section,
  { isCrowded = false, ...beside }: Asked,
): Piece[] {
  return tables.flatMap((one): Piece[] => {
    const shown = one.on[on];
    if (one.section !== section || shown === undefined) return [];
    const most = typeof shown === 'number' ? shown : shown[isCrowded ? 1 : 0];
    const table = one.of(run, beside);
    if (table !== null) return [{ id: one.id, table: cutTable(table, most, tellCut) }];
    const said = one.none?.(run, on, beside) ?? '';
    return said === '' ? [] : [{ id: one.id, said }];
  });
}

export const tellCut = (shown: number, count: number, isFirst: boolean): string =>
  text('report.rowsShown', { shown, count, more: isFirst ? 'yes' : 'no' });
