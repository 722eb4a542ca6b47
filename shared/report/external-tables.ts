/** What another load tool has measured, as tables: the same in the window, in reports and on the terminal. Every heading names the tool. */
import { type FigureName, impossibleIn, PERIOD_TIMES } from '../analysis/impossible.ts';
import { formatBytes, formatCount, formatExact, formatMs, formatNumber, NOTHING } from '../format/figures.ts';
import { wordSaid } from '../format/word-said.ts';
import type { ForeignTimes, Timed } from '../model/load/load-result.ts';
import type { ExternalReport } from '../model/report.ts';
import { toExternalReport } from '../session/external-report.ts';
import { text } from '../words/words.ts';
import { formatStored } from './document.ts';
import { countedFailures, KEY_OF, TIMED_KEYS, timedText, toldBy, toolOf, unknownCounts, valuesSentence } from './external-answer.ts';
import type { Cell, ReportTable } from './table.ts';
import { countColumns, factColumns, numeric, weakPercentile } from './tables/columns.ts';
import { ON_PAGES, type RunTable } from './tables/run-table.ts';

/** Those that have something in them. */
export function externalTables(run: ExternalReport): ReportTable[] {
  return Object.values(TABLES)
    .map((of) => of(run))
    .filter((table) => table !== null);
}

const TABLES: Readonly<Record<string, (run: ExternalReport) => ReportTable | null>> = {
  facts: factsTable,
  times: timesTable,
  counts: countsTable,
  thresholds: thresholdsTable,
  figures: figuresTable,
  periods: periodsTable,
};

/** The same of a load command, beside what was measured of its server. */
export const TOOL_TABLES: readonly RunTable[] = Object.entries(TABLES).map(([name, of]) => ({
  id: `tool-${name}`,
  section: 'tool',
  of: (run) => (run.byCommand == null ? null : of(toExternalReport(run, run.byCommand))),
  on: ON_PAGES,
}));

/** Those that answer to the name of a table of ours, whose figures are of the same kind; null: the tool says nothing of it. */
export function externalTable(run: ExternalReport, name: string): ReportTable | null {
  return NAMED[name]?.(run) ?? null;
}

const NAMED: Readonly<Record<string, (run: ExternalReport) => ReportTable | null>> = {
  latency: timesTable,
  percentiles: timesTable,
  throughput: timesTable,
  errors: countsTable,
  states: periodsTable,
};

/** Marks figures that contradict others, and tells below the table of which it has marked some. */
class Marks {
  private readonly byName = new Map<FigureName, string[]>();
  private readonly used = new Set<string>();
  private readonly mark = text('run.external.impossibleMark');

  constructor(run: ExternalReport) {
    // Periods may be many: what is said is worded once.
    for (const { says, figures } of impossibleIn(toldBy(run))) {
      const said = wordSaid(says);
      for (const name of figures) this.byName.set(name, [...(this.byName.get(name) ?? []), said]);
    }
  }

  /** `shown` with the mark, where the figure of this name contradicts another. */
  cell(shown: string, name: FigureName | null): Cell {
    const said = name === null ? undefined : this.byName.get(name);
    if (said === undefined || shown === NOTHING) return shown;
    for (const one of said) this.used.add(one);
    return { text: `${shown}\u00a0${this.mark}`, tone: 'bad', title: said.join(' '), plain: shown };
  }

  /** To be asked when all cells are made. */
  notes(): string[] {
    return this.used.size === 0 ? [] : [text('run.external.impossibleNote', { mark: this.mark, what: [...this.used].join(' ') })];
  }
}

const noteOf = (notes: readonly string[]): Pick<ReportTable, 'note'> => (notes.length === 0 ? {} : { note: notes.join(' ') });

function factsTable(run: ExternalReport): ReportTable {
  const { load, requests, bytes, throughput } = run;
  const marks = new Marks(run);
  const unknown = unknownCounts(run);
  const counts = { ...requests, failed: requests.failed === null ? null : countedFailures(toldBy(run)) };
  const count = (name: keyof ExternalReport['requests']): [string, Cell][] =>
    counts[name] !== null
      ? [[text(`run.external.count.${name}`), marks.cell(formatCount(counts[name]), `requests.${name}`)]]
      : unknown.includes(name)
        ? [[text(`run.external.count.${name}`), text('run.external.notKnown')]]
        : [];
  const rows: [string, Cell | null][] = [
    [text('run.external.toolRow'), load.version === null ? toolOf(run) : `${toolOf(run)} ${load.version}`],
    [text('run.external.address'), load.url],
    [text('run.external.started'), load.startedAt && formatStored(load.startedAt)],
    [text('run.external.duration'), load.durationMs === null ? null : marks.cell(formatMs(load.durationMs), 'duration')],
    [text('run.external.connections'), load.connections === null ? null : formatCount(load.connections)],
    ...(['sent', 'completed', 'failed', 'timedOut', 'unexpected', 'dropped'] as const).flatMap(count),
    [text('run.external.perSecond'), throughput === null ? null : marks.cell(formatExact(throughput.mean), 'rate')],
    [text('run.external.bytes'), bytes === null ? null : formatBytes(bytes)],
  ];
  return {
    caption: text('run.external.facts', { tool: toolOf(run) }),
    columns: factColumns(),
    rows: rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    facts: true,
    ...noteOf(marks.notes()),
  };
}

/** A row for each figure: tools have different percentiles. Null: nothing was timed. */
function timesTable(run: ExternalReport): ReportTable | null {
  const timed = TIMED_KEYS.flatMap((key) => (run[key] === null ? [] : [{ key, of: run[key]! }]));
  const rate = run.throughput;
  const hasSpread = rate !== null && rate.stdev !== null;
  if (timed.length === 0 && !hasSpread) return null;
  const marks = new Marks(run);
  const all: readonly Column[] = [
    ...timed.map(({ key, of }) => ({ of, named: KEY_OF[key] })),
    ...(hasSpread ? [{ of: { ...rate, count: null, weak: [] }, named: null }] : []),
  ];
  const percentiles = [...new Set(all.flatMap(({ of }) => Object.keys(of.percentiles)))].sort((one, other) => Number(one) - Number(other));
  const row = (name: string, figure: (of: Column) => Cell): Cell[] => [name, ...all.map(figure)];
  const marked = (figure: 'min' | 'mean' | 'max') => (column: Column) => marks.cell(formatExact(column.of[figure]), nameOf(column, figure));
  const rows = [
    row(text('run.external.values'), ({ of: { count, countAtLeast } }) =>
      count === null && countAtLeast !== undefined
        ? text('run.external.atLeast', { count: formatCount(countAtLeast) })
        : formatCount(count),
    ),
    row(text('run.overview.avg'), marked('mean')),
    row(text('run.overview.stdev'), ({ of: { stdev } }) => formatExact(stdev)),
    row(text('run.overview.min'), marked('min')),
    ...percentiles.map((one) => row(text('run.overview.percentile', { percentile: one }), (column) => percentileCell(column, one, marks))),
    row(text('run.overview.max'), marked('max')),
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NOTHING));
  const isWeak = rows.some((cells) => cells.some((cell) => typeof cell !== 'string' && cell.tone === 'weak'));
  return {
    caption: text('run.external.times', { tool: toolOf(run) }),
    columns: [
      { title: text('run.overview.stat') },
      ...timed.map(({ key }) => numeric(text('run.external.inMs', { what: timedText(run, key) }))),
      ...(hasSpread ? [numeric(text('run.external.perSecond'))] : []),
    ],
    rows,
    ...noteOf([
      ...(isWeak ? [text('run.overview.weakNote')] : []),
      ...new Set(timed.flatMap(({ of }) => valuesSentence(run.load.client, of))),
      ...marks.notes(),
    ]),
  };
}

/** `named`: what its times are of; null: its figures are those of the rate. */
interface Column {
  readonly of: ForeignTimes;
  readonly named: Timed | null;
}

function nameOf({ named }: Column, figure: 'min' | 'mean' | 'max' | `p${string}`): FigureName | null {
  if (named !== null) return `${named}.${figure}`;
  return figure === 'mean' ? 'rate' : null;
}

/** An impossible figure is not only a weak one. */
function percentileCell(column: Column, percentile: string, marks: Marks): Cell {
  const { percentiles, weak, count, countAtLeast = null } = column.of;
  const shown = formatExact(percentiles[percentile]);
  const cell = marks.cell(shown, nameOf(column, `p${percentile}`));
  return typeof cell === 'string' && weak.includes(percentile) ? weakPercentile(shown, Number(percentile), count ?? countAtLeast) : cell;
}

/** Null: the tool does not say. */
function countsTable(run: ExternalReport): ReportTable | null {
  const marks = new Marks(run);
  const statuses = Object.entries(run.status).map(([status, count]) => [
    text('run.external.status', { status }),
    marks.cell(formatCount(count), `status.${status}`),
  ]);
  const errors = Object.entries(run.errors).map(([name, count]) => [
    text('run.external.error', { name }),
    marks.cell(formatCount(count), `errors.${name}`),
  ]);
  if (statuses.length + errors.length === 0) return null;
  return {
    caption: text('run.external.counts', { tool: toolOf(run) }),
    columns: countColumns(),
    rows: [...statuses, ...errors],
    narrow: true,
    ...noteOf(marks.notes()),
  };
}

/** Null: its script set none. */
function thresholdsTable(run: ExternalReport): ReportTable | null {
  const { thresholds = [] } = run.load;
  if (thresholds.length === 0) return null;
  return {
    caption: text('run.external.thresholdsTable', { tool: toolOf(run) }),
    columns: [{ title: text('run.external.metric') }, { title: text('run.external.threshold') }, { title: text('run.external.outcome') }],
    rows: thresholds.map(({ metric, limit, isMet }): Cell[] => {
      const said = text('run.external.isMet', { met: isMet ? 'yes' : 'no' });
      return [metric, limit, isMet ? said : { text: said, tone: 'bad' }];
    }),
  };
}

function figuresTable(run: ExternalReport): ReportTable | null {
  if (run.load.figures.length === 0) return null;
  return {
    caption: text('run.external.figures', { tool: toolOf(run) }),
    columns: countColumns(),
    rows: run.load.figures.map(({ name, value, unit }) => [
      name,
      unit === '' ? formatExact(value) : text('run.external.unit', { value: formatExact(value), unit }),
    ]),
    narrow: true,
  };
}

/** Null: there is nothing before or after another. */
export function periodsTable(run: ExternalReport): ReportTable | null {
  const { periods } = run;
  if (periods.length < 2) return null;
  const columns = [
    text('run.parts.from'),
    text('run.external.count.completed'),
    text('run.external.count.failed'),
    ...PERIOD_TIMES.map((name) => text('run.external.inMs', { what: name })),
  ];
  // On the time axis of a recording they begin between seconds.
  const decimals = periods.every(({ fromMs }) => fromMs % 1_000 === 0) ? 0 : 1;
  const marks = new Marks(run);
  const rows = periods.map(({ fromMs, completed, failed, times }, at) => [
    text('run.parts.second', { value: formatNumber(fromMs / 1_000, decimals) }),
    marks.cell(formatCount(completed), 'periods.completed'),
    marks.cell(formatCount(failed), 'periods.failed'),
    ...PERIOD_TIMES.map((time) => marks.cell(formatExact(times?.[time]), `periods.${at}.${time}`)),
  ]);
  return {
    caption: text('run.external.periods', { tool: toolOf(run) }),
    columns: columns.map(numeric),
    rows,
    ...noteOf(marks.notes()),
  };
}
