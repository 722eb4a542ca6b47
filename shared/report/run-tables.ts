/** The tables of one run, as the Overview, the Functions and the Server tab show them. */
import { tellErrors, tellStatuses, unexpectedOf } from '../analysis/failed-load.ts';
import { errorsOf, keepsUp, levelOf } from '../analysis/judge-level.ts';
import { holdsLittlesLaw, knownInFlight } from '../analysis/littles-law.ts';
import { metricOf } from '../analysis/metrics.ts';
import { sayExit } from '../analysis/restarts.ts';
import {
  chooseTimeUnit,
  formatBytes,
  formatCount,
  formatMs,
  formatNumber,
  formatShare,
  formatSignificant,
  NOTHING,
  type TimeUnit,
} from '../format/figures.ts';
import { calledFunction, columnsToTell, placeOf, shortName, shortPlace } from '../format/place.ts';
import { showHidden } from '../format/show-hidden.ts';
import { formatWeightNumber, weightUnit } from '../format/weights.ts';
import { minimumCount } from '../load/distribution.ts';
import { type Distribution, LATENCY_PERCENTILES, largestOf, THROUGHPUT_PERCENTILES } from '../model/distribution.ts';
import type {
  Environment,
  HeavyRow,
  LevelFigures,
  PartFigures,
  PhaseFigures,
  PlannedFigures,
  ProfileFigures,
  RunReport,
  Spread,
} from '../model/report.ts';
import { ERROR_KINDS, isEnding } from '../model/run.ts';
import { placeOfCode, shareText, tellDecision, tellHeld } from '../words/answer.ts';
import { cellBounds, cellFigure, tellBounded } from '../words/bounds.ts';
import { tellCaptured } from '../words/captured-figures.ts';
import { formatVisitors, roleText } from '../words/charts.ts';
import { exactText } from '../words/exact-pass.ts';
import { tellErrorKind, tellStatus } from '../words/kept-answers.ts';
import { generatorText, sayModel } from '../words/load-plan.ts';
import { coversText, tellBase } from '../words/profile-words.ts';
import { costText } from '../words/profiling-cost.ts';
import { wordParam, wordSaid } from '../words/word-said.ts';
import { text } from '../words/words.ts';
import { cpuRelationNote } from './cpu-relation.ts';
import { ownMemoryNote } from './own-memory.ts';
import type { Cell, ReportTable, TableColumn } from './table.ts';

const SHOWN_PERCENTILES = [2.5, 50, 97.5, 99] as const;
const MB = 1e6;

const numeric = (title: string): TableColumn => ({ title, numeric: true });
const FACTS: readonly TableColumn[] = [{ title: text('common.ui.name') }, { title: text('common.ui.value') }];
const COUNTS: readonly TableColumn[] = [{ title: text('common.ui.name') }, numeric(text('common.ui.value'))];

/** k6 times from the actual send: what it measures is not what a visitor waits for. */
export function latencyName({ load }: Pick<RunReport, 'load'>): string {
  return text(load.client === 'k6' ? 'run.overview.rowServiceOfK6' : 'run.overview.rowLatency');
}

/** The time from sending, where it is something else than the latency. */
export function serviceBeside({ load, serviceMs }: Pick<RunReport, 'load' | 'serviceMs'>): Distribution | null {
  return load.client === 'k6' ? null : (serviceMs ?? null);
}

/** Null: there is no latency. A row has one unit, named in its head: connecting takes microseconds where answers take seconds. */
export function latencyTable(run: RunReport): ReportTable | null {
  const all: readonly (readonly [name: string, of: Distribution | null])[] = [
    [latencyName(run), run.latencyMs],
    [text('run.overview.rowFirstByte'), run.firstByteMs],
    [text('run.overview.rowService'), serviceBeside(run)],
    [text('run.overview.rowLateness'), run.latenessMs],
    [text('run.overview.rowSession'), run.sessionMs],
    [text('run.overview.rowConnect'), run.connectMs],
    [text('run.overview.rowUnexpected'), run.unexpectedLatencyMs],
  ];
  const rows = all.flatMap(([name, of]) => (of === null ? [] : [{ name, of }]));
  if (rows.length === 0) return null;
  const anyWeak = rows.some(({ of }) => SHOWN_PERCENTILES.some((percentile) => of.weak.includes(String(percentile))));
  return {
    caption: text('run.chart.latency'),
    columns: [
      { title: text('run.overview.stat') },
      ...SHOWN_PERCENTILES.map((percentile) => numeric(text('run.overview.percentile', { percentile: String(percentile) }))),
      ...[text('run.overview.avg'), text('run.overview.stdev'), text('run.overview.max'), text('run.overview.count')].map(numeric),
    ],
    rows: rows.map(({ name, of }) => {
      const unit = chooseTimeUnit(largestOf(of));
      const percentiles = SHOWN_PERCENTILES.map((percentile) => percentileCell(of, percentile, unit));
      return [
        text('run.overview.rowUnit', { name, unit: unit.unit }),
        ...percentiles,
        cellFigure(of, 'mean', unit),
        formatSignificant(of.stdev === null ? null : of.stdev * unit.perMs),
        cellFigure(of, 'max', unit),
        formatCount(of.count),
      ];
    }),
    note: [
      ...(run.latencyMs === null ? [] : [tellResponses(run, run.latencyMs)]),
      ...notesOf(
        anyWeak,
        rows.map(({ of }) => of),
      ),
    ].join(' '),
  };
}

/** How cells of percentiles are to be read. */
function notesOf(anyWeak: boolean, all: readonly (Distribution | null)[]): string[] {
  const bounded = tellBounded(all);
  return [...(bounded === null ? [] : [bounded]), ...(anyWeak ? [text('run.overview.weakNote')] : [])];
}

function noteOf(anyWeak: boolean, all: readonly (Distribution | null)[]): Pick<ReportTable, 'note'> {
  const notes = notesOf(anyWeak, all);
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** In brackets where it stands on too few values. */
export function percentileCell(of: Distribution, percentile: number, unit: TimeUnit): Cell {
  const shown = cellFigure(of, String(percentile), unit);
  if (!of.weak.includes(String(percentile))) return shown;
  const title = text('run.overview.weakMark', {
    count: formatCount(of.count + (of.censored ?? 0)),
    needed: formatCount(minimumCount(percentile)),
  });
  return { text: text('run.overview.bracketed', { value: shown }), tone: 'weak', title };
}

export function throughputTable({ throughput, bytesPerSecond }: RunReport): ReportTable | null {
  if (throughput === null) return null;
  const row = (name: string, of: Spread, size: number): string[] => {
    const scaled = (value: number | undefined): string => formatSignificant((value ?? Number.NaN) / size);
    return [
      name,
      ...THROUGHPUT_PERCENTILES.map((percentile) => scaled(of.percentiles[String(percentile)])),
      scaled(of.mean),
      scaled(of.stdev),
      scaled(of.min),
    ];
  };
  const { unit, size } = chooseByteUnit(bytesPerSecond?.mean ?? 0);
  return {
    caption: text('run.chart.throughput'),
    columns: [
      { title: text('run.overview.stat') },
      ...THROUGHPUT_PERCENTILES.map((percentile) => numeric(text('run.overview.percentile', { percentile: String(percentile) }))),
      ...[text('run.overview.avg'), text('run.overview.stdev'), text('run.overview.min')].map(numeric),
    ],
    rows: [
      row(text('run.overview.rowRequests'), throughput, 1),
      ...(bytesPerSecond === null ? [] : [row(`${unit}/s`, bytesPerSecond, size)]),
    ],
    note:
      throughput.seconds < 2
        ? text('run.overview.fewSeconds', { seconds: throughput.seconds })
        : text('run.overview.wholeSeconds', { seconds: throughput.seconds }),
  };
}

function chooseByteUnit(bytes: number): { unit: string; size: number } {
  if (bytes >= 1e8) return { unit: 'MB', size: 1e6 };
  return bytes >= 1e4 ? { unit: 'kB', size: 1e3 } : { unit: 'B', size: 1 };
}

/** The phases of a schedule; null: it has one. */
export function phasesTable({ phases }: RunReport): ReportTable | null {
  if (phases.length < 2) return null;
  const nameOf = ({ rate: [from, to] }: PhaseFigures): string =>
    from === to ? formatVisitors(from) : text('run.parts.ramp', { from: formatVisitors(from), to: formatVisitors(to) });
  const table = partsTable(text('run.parts.phases'), text('run.parts.rate'), phases, nameOf, [offered()]);
  const names = (some: readonly PhaseFigures[]): string =>
    some.map((phase) => text('run.parts.phaseFrom', { rate: nameOf(phase), from: formatNumber(phase.from, 1) })).join(', ');
  return withNotes(table, [tellSteadiness(phases, names)]);
}

const VISITS: readonly OwnColumn<LevelFigures>[] = [
  { title: text('run.parts.left'), term: 'unfinished', figureOf: (level) => ('rate' in level ? level.visits.left : 0), isCount: true },
  {
    title: text('run.parts.behind'),
    term: 'backlog',
    figureOf: (level) => ('rate' in level ? level.visits.behind : 0),
    isBad: (level) => !keepsUp(level),
  },
];

/** "40"; one that was run once more: "40, again". */
function nameOfLevel(level: LevelFigures): string {
  const name = 'rate' in level ? formatVisitors(level.rate) : formatCount(level.connections);
  return level.repeatOf === undefined ? name : text('run.parts.again', { level: name });
}

/** The levels of a sweep; null: there are none. */
export function levelsTable(run: RunReport): ReportTable | null {
  const { levels } = run;
  const [first] = levels;
  if (first === undefined) return null;
  const nameOf = nameOfLevel;
  const caption = text('run.parts.levels');
  const inFlight: OwnColumn<LevelFigures> = { title: text('run.parts.inFlight'), figureOf: (level) => level.inFlight };
  const table =
    'rate' in first
      ? partsTable(caption, text('run.parts.rate'), levels, nameOf, [offered(), inFlight, ...VISITS])
      : partsTable(caption, text('run.parts.connections'), levels, nameOf, [inFlight]);
  const names = (some: readonly LevelFigures[]): string => some.map(nameOf).join(', ');
  return withNotes(table, [
    tellBracket(run),
    tellLittlesLaw(levels, names),
    tellSteadiness(levels, names),
    'rate' in first ? text('run.parts.visitsNote') : null,
  ]);
}

/** Each request of a plan at each level of a sweep, one request after the other: how it fares as the load grows. Null: there are no such figures. */
export function levelRequestsTable({ levels, requests: ofRun }: Pick<RunReport, 'levels' | 'requests'>): ReportTable | null {
  const [first] = levels;
  const names = first?.byRequest?.map(({ name }) => name) ?? [];
  if (first === undefined || names.length === 0) return null;
  const rows = names.flatMap((name, request) =>
    levels.flatMap((level) => {
      const own = level.byRequest?.[request];
      return own === undefined ? [] : [{ name, level, own }];
    }),
  );
  const unit = chooseTimeUnit(Math.max(0, ...rows.map(({ own }) => largestOf(own.latencyMs))));
  const anyWeak = rows.some(({ own: { latencyMs } }) => PART_PERCENTILES.some((one) => latencyMs?.weak.includes(String(one))));
  const table = {
    caption: text('run.parts.levelsByRequest'),
    columns: [
      { title: text('run.parts.request') },
      numeric(text('rate' in first ? 'run.parts.rate' : 'run.parts.connections')),
      ...[text('run.overview.requests'), text('run.parts.errors'), text('run.overview.count')].map(numeric),
      ...PART_PERCENTILES.map((percentile) => numeric(text('run.parts.percentile', { percentile: String(percentile), unit: unit.unit }))),
      numeric(text('run.parts.max', { unit: unit.unit })),
    ],
    rows: rows.map(({ name, level, own: { requests, latencyMs } }) => {
      const came = requests.sent + requests.dropped;
      const wrong = errorsOf({ requests });
      const share = formatShare(came === 0 ? null : (100 * wrong) / came);
      return [
        showHidden(name),
        nameOfLevel(level),
        formatCount(requests.sent),
        wrong > 0 ? { text: share, tone: 'bad' as const } : share,
        formatCount(latencyMs?.count ?? 0),
        ...PART_PERCENTILES.map((percentile) => (latencyMs === null ? NOTHING : percentileCell(latencyMs, percentile, unit))),
        latencyMs === null ? NOTHING : cellFigure(latencyMs, 'max', unit),
      ];
    }),
    ...noteOf(
      anyWeak,
      rows.map(({ own }) => own.latencyMs),
    ),
  };
  return withNotes(table, [unlistedNote(ofRun)]);
}

/** The requests of a plan; null: it has one. */
export function planTable({ byRequest = [], requests: ofRun }: Pick<RunReport, 'byRequest' | 'requests'>): ReportTable | null {
  if (byRequest.length === 0) return null;
  const unit = chooseTimeUnit(Math.max(0, ...byRequest.map(({ latencyMs }) => largestOf(latencyMs))));
  const anyDropped = byRequest.some(({ requests }) => requests.dropped > 0);
  const bytes = chooseByteUnit(Math.max(0, ...byRequest.map((one) => one.bytes)));
  const anyWeak = byRequest.some(({ latencyMs }) => PART_PERCENTILES.some((percentile) => latencyMs?.weak.includes(String(percentile))));
  const table = {
    caption: text('run.parts.plan'),
    columns: [
      { title: text('run.parts.request') },
      ...[text('run.overview.requests'), text('run.parts.share'), text('run.parts.answered'), text('run.overview.failed')].map(numeric),
      ...(anyDropped ? [numeric(text('run.parts.dropped'))] : []),
      ...PART_PERCENTILES.map((percentile) => numeric(text('run.parts.percentile', { percentile: String(percentile), unit: unit.unit }))),
      numeric(text('run.parts.max', { unit: unit.unit })),
      numeric(text('run.parts.mean', { unit: unit.unit })),
      numeric(text('run.parts.bytes', { unit: bytes.unit })),
    ],
    rows: byRequest.map((one) => {
      const { latencyMs } = one;
      return [
        showHidden(one.name),
        formatCount(one.requests.sent),
        formatNumber(one.share, 1),
        formatSignificant(one.throughput),
        failedCell(one),
        ...(anyDropped ? [badCell(one.requests.dropped)] : []),
        ...PART_PERCENTILES.map((percentile) => (latencyMs === null ? NOTHING : percentileCell(latencyMs, percentile, unit))),
        latencyMs === null ? NOTHING : cellFigure(latencyMs, 'max', unit),
        latencyMs === null ? NOTHING : cellFigure(latencyMs, 'mean', unit),
        formatSignificant(one.bytes / bytes.size),
      ];
    }),
    ...noteOf(
      anyWeak,
      byRequest.map(({ latencyMs }) => latencyMs),
    ),
  };
  return withNotes(table, [unlistedNote(ofRun)]);
}

/** Of a request that ended in no way it is not recorded which of the plan it was. */
function unlistedNote({ unfinished, unanswered = 0 }: RunReport['requests']): string | null {
  const count = unfinished - (unanswered ?? 0);
  return count > 0 ? text('run.parts.unlisted', { count }) : null;
}

/** By kind where it is pointed at: "2 with status 500, 1 TIMEOUT". */
function failedCell(figures: PlannedFigures): Cell {
  const { requests } = figures;
  const count = requests.failed + requests.unexpected;
  if (count === 0) return formatCount(0);
  const kinds = [...tellErrors(figures).list, ...tellStatuses(figures).list];
  return { text: formatCount(count), tone: 'bad', title: String(wordParam({ list: kinds, by: 'comma' })) };
}

function badCell(count: number): Cell {
  return count > 0 ? { text: formatCount(count), tone: 'bad' } : formatCount(count);
}

/** What a sweep was made for: the highest level that was held, and the first that was not; null: the load is none. */
export function tellBracket({ bracket }: Pick<RunReport, 'bracket'>): string | null {
  if (bracket == null) return null;
  const { of, failedAt } = bracket;
  const failed = failedAt === null ? text('run.answers.none') : text('run.parts.failedAt', { of, failedAt: formatVisitors(failedAt) });
  return [tellHeld(bracket), tellDecision(bracket), failed].filter((one) => one !== null).join(' ');
}

function tellLittlesLaw(levels: readonly LevelFigures[], names: (some: readonly LevelFigures[]) => string): string | null {
  const off = levels.filter((level) => !holdsLittlesLaw(level));
  const [first] = off;
  if (first === undefined) return null;
  const figures = { known: formatSignificant(knownInFlight(first)), law: formatSignificant(first.inFlightByLittle) };
  return text('run.parts.littlesLaw', { ...figures, levels: names(off), first: formatVisitors(levelOf(first)), count: off.length });
}

function tellSteadiness<P extends PartFigures>(parts: readonly P[], names: (some: readonly P[]) => string): string | null {
  const sentences = (['warm-up', 'rising', 'falling', 'jumping'] as const).flatMap((label) => {
    const some = parts.filter(({ steadiness }) => steadiness?.label === label);
    return some.length === 0 ? [] : [text(`run.parts.${label === 'warm-up' ? 'rising' : label}`, { parts: names(some) })];
  });
  return sentences.length === 0 ? null : sentences.join(' ');
}

function withNotes(table: ReportTable, first: readonly (string | null)[]): ReportTable {
  const note = [...first, table.note ?? null].filter((one) => one !== null).join(' ');
  return note === '' ? table : { ...table, note };
}

interface OwnColumn<P> extends Pick<TableColumn, 'title' | 'term'> {
  figureOf(part: P): number;
  readonly isCount?: true;
  isBad?(part: P): boolean;
}
const offered = (): OwnColumn<PartFigures> => ({ title: text('run.parts.offered'), figureOf: (part) => part.offered });

function partsTable<P extends PartFigures>(
  caption: string,
  title: string,
  parts: readonly P[],
  nameOf: (part: P) => string,
  own: readonly OwnColumn<P>[],
): ReportTable {
  const longest = Math.max(0, ...parts.map(({ latencyMs }) => largestOf(latencyMs)));
  const unit = chooseTimeUnit(longest);
  const anyDropped = parts.some(({ requests }) => requests.dropped > 0);
  const isWeak = ({ latencyMs }: P): boolean =>
    PART_PERCENTILES.some((percentile) => latencyMs?.weak.includes(String(percentile)) === true);
  return {
    caption,
    columns: [
      numeric(title),
      numeric(text('run.parts.from')),
      ...own.map(({ title: name, term }) => ({ ...numeric(name), ...(term && { term }) })),
      ...[
        text('run.parts.answered'),
        text('run.parts.errors'),
        ...(anyDropped ? [text('run.parts.dropped')] : []),
        text('run.overview.count'),
      ].map(numeric),
      ...PART_PERCENTILES.map((percentile) => numeric(text('run.parts.percentile', { percentile: String(percentile), unit: unit.unit }))),
      numeric(text('run.parts.max', { unit: unit.unit })),
    ],
    rows: parts.map((part) => {
      const { sent, dropped } = part.requests;
      const share = sent + dropped === 0 ? null : (100 * errorsOf(part)) / (sent + dropped);
      const bad = (shown: string, count: number): Cell => (count > 0 ? { text: shown, tone: 'bad' } : shown);
      return [
        nameOf(part),
        text('run.parts.second', { value: formatNumber(part.from, 1) }),
        ...own.map(({ figureOf, isCount, isBad }): Cell => {
          const figure = figureOf(part);
          const shown = isCount === true ? formatCount(figure) : formatSignificant(figure);
          return isBad?.(part) === true ? { text: shown, tone: 'bad' } : shown;
        }),
        formatSignificant(part.throughput),
        bad(formatShare(share), errorsOf(part)),
        ...(anyDropped ? [bad(formatCount(dropped), dropped)] : []),
        formatCount(part.latencyMs?.count ?? 0),
        ...PART_PERCENTILES.map((percentile) => (part.latencyMs === null ? NOTHING : percentileCell(part.latencyMs, percentile, unit))),
        part.latencyMs === null ? NOTHING : cellFigure(part.latencyMs, 'max', unit),
      ];
    }),
    ...noteOf(
      parts.some(isWeak),
      parts.map(({ latencyMs }) => latencyMs),
    ),
  };
}

const PART_PERCENTILES = [50, 90, 99] as const;

/** "not known: k6 does not say": of how many requests in flight at the end it is not known whether they got a response. Null: it is known, or none was. */
export function unansweredUnknown({ requests, load, ending, byCommand }: RunReport): string | null {
  if (requests.unanswered !== null && requests.unanswered !== undefined) return null;
  if (requests.unfinished === 0 || !isEnding(ending)) return null;
  const before = ending === 'completed' ? 'before' : 'other';
  return text('run.overview.unansweredUnknown', { why: byCommand !== undefined ? 'command' : load.client === 'k6' ? 'k6' : before });
}

export function totalsTable(run: RunReport): ReportTable {
  const { sent, completed, failed, timedOut, unfinished, unanswered, unexpected, dropped, stale = 0 } = run.requests;
  const unknown = unansweredUnknown(run);
  return {
    caption: text('run.overview.requests'),
    facts: true,
    columns: COUNTS,
    rows: [
      [text('run.overview.sent'), formatCount(sent)],
      [text('run.overview.completed'), formatCount(completed)],
      ...(stale > 0 ? [[text('run.overview.stale'), formatCount(stale)]] : []),
      [text('run.overview.unexpected'), badCell(unexpected)],
      [text('run.overview.failed'), badCell(failed)],
      ...(timedOut > 0 ? [[text('run.overview.timedOut'), formatCount(timedOut)]] : []),
      [text('run.overview.unfinished'), formatCount(unfinished)],
      ...(unanswered ? [[text('run.overview.unanswered'), badCell(unanswered)]] : []),
      ...(unknown === null ? [] : [[text('run.overview.unanswered'), unknown]]),
      ...(dropped > 0 ? [[text('run.overview.dropped'), formatCount(dropped)]] : []),
      [text('run.overview.bytes'), formatBytes(run.bytes)],
    ],
  };
}

export function statusTable({ status }: Pick<RunReport, 'status'>): ReportTable {
  const rows = Object.entries(status).sort(([a], [b]) => (a < b ? -1 : 1));
  return countTable(text('run.overview.status'), text('report.status'), rows, text('run.overview.noStatus'));
}

/** Where no request failed: which may still have got a response that nobody wanted. */
export function tellNoErrors({ requests: { completed, unexpected, unanswered } }: RunReport): string {
  return text('run.overview.noErrors', { ended: completed, unexpected, unanswered: unanswered ?? 0 });
}

export function errorTable(run: RunReport): ReportTable {
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
    what: text('run.answers.failed', { kind, what: tellErrorKind(kind) }),
    count,
  }));
  const unexpected = Object.entries(unexpectedOf(run)).map(([code, count]) => ({ what: tellStatus(code), count }));
  const rows = [...failed, ...unexpected].sort((a, b) => b.count - a.count);
  if (rows.length === 0) return null;
  const of = requests.completed + requests.failed;
  return {
    caption: text('run.answers.tableTitle'),
    columns: [{ title: text('run.answers.what') }, numeric(text('report.count')), numeric(text('run.answers.share'))],
    rows: rows.map(({ what, count }) => [what, formatCount(count), shareText((100 * count) / of)]),
  };
}

/** `intervals`: with a column of how well the responses fix each percentile. */
export function percentileTable(run: RunReport, { intervals = false }: { readonly intervals?: boolean } = {}): ReportTable | null {
  const latency = run.latencyMs;
  if (latency === null) return null;
  const unit = chooseTimeUnit(largestOf(latency));
  return {
    caption: text('run.overview.percentiles'),
    columns: [
      numeric(text('run.overview.percentileColumn')),
      numeric(text('run.overview.valueColumn', { unit: unit.unit })),
      ...(intervals ? [numeric(text('run.overview.intervalColumn', { unit: unit.unit }))] : []),
      { title: text('run.overview.noteColumn') },
    ],
    rows: LATENCY_PERCENTILES.map((percentile) => [
      text('run.overview.percentile', { percentile: String(percentile) }),
      percentileCell(latency, percentile, unit),
      ...(intervals ? [intervalText(run, percentile, unit)] : []),
      latency.weak.includes(String(percentile))
        ? text('run.overview.weak', {
            count: formatCount(latency.count + (latency.censored ?? 0)),
            needed: formatCount(minimumCount(percentile)),
          })
        : '',
    ]),
    note: [tellResponses(run, latency), ...notesOf(false, [latency]), ...(intervals ? [text('run.overview.intervalHelp')] : [])].join(' '),
  };
}

/** "12.1 to 12.9". */
export function intervalText({ latencyIntervalsMs }: RunReport, percentile: number, unit: TimeUnit): string {
  const interval = latencyIntervalsMs?.[String(percentile)] ?? null;
  if (interval === null) return text('run.overview.noInterval');
  const [from, to] = interval;
  return to === null
    ? cellBounds({ low: from, high: Number.POSITIVE_INFINITY }, unit)
    : text('run.overview.intervalEnds', { from: formatSignificant(from * unit.perMs), to: formatSignificant(to * unit.perMs) });
}

/** What percentiles are of: how many responses, the model of the load, and the share of requests that are not among them. */
export function tellResponses(run: RunReport, { count }: Distribution): string {
  return text('run.overview.responses', { count: formatCount(count), label: tellLabel(run) });
}

/** "open load, 0 % errors". */
export function tellLabel(run: RunReport): string {
  const dropped = run.requests.dropped > 0 ? 'yes' : 'no';
  return text('run.overview.label', { model: wordSaid(sayModel(run.load)), errors: formatShare(metricOf(run, 'errors')), dropped });
}

/** Short to read; the whole path is one hover away. */
export function placeCell({ url, line }: { readonly url: string; readonly line: number }, column = 0): Cell {
  return { text: shortPlace(url, line, column), tone: 'code', title: placeOf(url, line, column) };
}

/** `most`: the heaviest rows. */
export function functionTable(profile: ProfileFigures, most: number): ReportTable | null {
  return tableOfFunctions(profile, profile.heavy, most, text('report.functions'));
}

/** The user's own functions, by the time in and below them: what natives and packages do is done for one of them. */
export function ownTable(profile: ProfileFigures, most: number): ReportTable | null {
  return tableOfFunctions(profile, profile.own, most, text('report.ownFunctions'));
}

/** The same of packages, and of Node itself. Null: nothing but Node. */
export function packagesTable({ packages, unit }: ProfileFigures): ReportTable | null {
  if (packages.every(({ kind }) => kind === 'core')) return null;
  return {
    caption: text('report.packages'),
    columns: [
      { title: text('terminal.run.package') },
      ...[
        text('run.functionColumn.total', { unit: weightUnit(unit) }),
        text('run.functionColumn.totalPercent'),
        text('run.functionColumn.self', { unit: weightUnit(unit) }),
      ].map(numeric),
    ],
    rows: packages.map(({ name, kind, self, total, totalPercent }) => [
      { text: kind === 'core' ? text('run.answer.codeNode') : shortName(name), tone: 'code' },
      formatWeightNumber(total, unit),
      formatNumber(totalPercent, 1),
      formatWeightNumber(self, unit),
    ]),
  };
}

/** The same of files; what is in none comes last. */
export function filesTable({ files, unit }: ProfileFigures): ReportTable | null {
  if (files.length === 0) return null;
  return {
    caption: text('report.files'),
    columns: [
      { title: text('run.functionColumn.file') },
      ...[
        text('run.functionColumn.total', { unit: weightUnit(unit) }),
        text('run.functionColumn.totalPercent'),
        text('run.functionColumn.self', { unit: weightUnit(unit) }),
        text('run.functionColumn.selfPercent'),
      ].map(numeric),
    ],
    rows: files.map(({ name, self, selfPercent, total, totalPercent }) => [
      { text: name === '' ? text('run.functions.noFile') : placeOf(name, 0), tone: 'code' },
      formatWeightNumber(total, unit),
      formatNumber(totalPercent, 1),
      formatWeightNumber(self, unit),
      formatNumber(selfPercent, 1),
    ]),
  };
}

function tableOfFunctions(profile: ProfileFigures, all: readonly HeavyRow[], most: number, caption: string): ReportTable | null {
  if (all.length === 0) return null;
  const rows = all.slice(0, most);
  const columnOf = columnsToTell(rows);
  const shown = rows.length < all.length ? ` ${text('report.functionsShown', { shown: rows.length, count: all.length })}` : '';
  return {
    caption,
    columns: [
      { title: text('run.functionColumn.function') },
      ...[
        text('run.functionColumn.self', { unit: weightUnit(profile.unit) }),
        text('run.functionColumn.selfPercent'),
        text('run.functionColumn.total', { unit: weightUnit(profile.unit) }),
        text('run.functionColumn.totalPercent'),
      ].map(numeric),
      { title: text('run.functionColumn.file') },
      { title: text('run.functions.kind') },
    ],
    rows: rows.map((row) => [
      { text: shortName(calledFunction(row)), tone: 'code' },
      formatWeightNumber(row.self, profile.unit),
      formatNumber(row.selfPercent, 1),
      formatWeightNumber(row.total, profile.unit),
      formatNumber(row.totalPercent, 1),
      row.calledBy === undefined ? placeCell(row, columnOf(row)) : text('report.calledBy', { place: placeOfCode(row.calledBy) }),
      text(`run.kind.${row.kind}`),
    ]),
    note: `${baseOf(profile)} ${text('report.functionsNote')}${shown}`,
  };
}

/** Samples of that time only: idle ones are not in it. */
function baseOf({ unit, weight, base, hot: { samples, cpu } }: ProfileFigures): string {
  return tellBase({ base: weight, unit, samples, timeBase: base, cpu });
}

export function profileTable(profile: ProfileFigures): ReportTable {
  return {
    caption: text('run.overview.profile'),
    facts: true,
    columns: FACTS,
    rows: [[text('run.overview.samples'), formatCount(profile.samples)], ...(profile.unit === 'microseconds' ? timeRows(profile) : [])],
  };
}

function timeRows(profile: ProfileFigures): ReportTable['rows'] {
  const us = (value: number): string => formatMs(value / 1_000);
  return [
    [
      text('run.overview.interval'),
      text('run.overview.intervalValue', { asked: us(profile.intervalUs), reached: us(profile.effectiveIntervalUs) }),
    ],
    [text('run.overview.profiled'), coversText(profile)],
    [text('run.overview.overhead'), costText(profile)],
    ...(profile.exact?.exactPass ? [[text('run.exact.title'), exactText(profile.exact.exactPass)]] : []),
  ];
}

export function serverTable(run: RunReport): ReportTable | null {
  const { server } = run;
  if (server.length === 0) return null;
  const notes = serverNotes(run);
  return {
    caption: text('run.server.processes'),
    columns: [
      { title: text('run.server.pid') },
      { title: text('run.server.role') },
      ...[
        text('run.server.cpuPair'),
        text('run.server.rssPair'),
        text('run.server.loopPair'),
        text('run.server.stall'),
        text('run.server.gcCount'),
        text('run.server.gcTotal'),
      ].map(numeric),
    ],
    rows: server.map(({ pid, role, member, cpuPercent, rssBytes, elu, loopDelayMs, gc }) => [
      String(pid),
      roleText(role, member),
      pairText(cpuPercent, 1),
      pairText(rssBytes, 1 / MB),
      elu === null ? NOTHING : pairText(elu, 100),
      formatNumber(loopDelayMs?.max, 1),
      formatCount(gc?.count),
      formatNumber(gc?.totalMs, 1),
    ]),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  };
}

/** When processes began and ended, and how. Null: all of them were there all the time, or it is not known. */
export function livesTable({ server }: Pick<RunReport, 'server'>): ReportTable | null {
  if (!server.some(({ startedMs, endedMs }) => (startedMs ?? 0) > 0 || endedMs != null)) return null;
  return {
    caption: text('run.server.lives'),
    columns: [
      { title: text('run.server.pid') },
      { title: text('run.server.role') },
      ...[text('run.server.started'), text('run.server.ended')].map(numeric),
      { title: text('run.server.exit') },
    ],
    rows: server.map(({ pid, role, member, startedMs = null, endedMs = null, exit = null }) => [
      String(pid),
      roleText(role, member),
      startedMs === null ? NOTHING : startedMs < 0 ? text('run.server.before') : formatNumber(startedMs / 1_000, 2),
      endedMs === null ? NOTHING : formatNumber(endedMs / 1_000, 2),
      endedMs === null ? text('run.server.wentOn') : wordSaid(sayExit(exit ?? { code: null, signal: null })),
    ]),
  };
}

function serverNotes(run: RunReport): readonly string[] {
  const { server } = run;
  const [own, cpu] = [ownMemoryNote(server), cpuRelationNote(run)];
  return [
    ...(own === null ? [] : [own]),
    ...(cpu === null ? [] : [cpu]),
    ...(server.some(({ elu }) => elu === null) ? [text('report.noAgent')] : []),
    ...(isOfOneInterval(server) ? [text('run.server.oneInterval')] : []),
  ];
}

/** Some of the highest figures are missing. */
export function isOfOneInterval(server: RunReport['server']): boolean {
  return server.some(({ cpuPercent }) => cpuPercent.max === null);
}

/** "98.0 / 104.0"; a highest that is not known is missing. */
export function pairText({ mean, max }: { mean: number; max: number | null }, scale: number): string {
  const told = max === null ? NOTHING : formatNumber(max * scale, 1);
  return text('run.server.meanAndMax', { mean: formatNumber(mean * scale, 1), max: told });
}

/** Of the same processes, what only the system knows; null: it does not say, or there are none. */
export function systemTable({ server }: Pick<RunReport, 'server'>): ReportTable | null {
  if (!knowsSystem(server)) return null;
  return {
    caption: text('run.server.system'),
    columns: [
      { title: text('run.server.pid') },
      { title: text('run.server.role') },
      ...[
        text('run.server.cpuPair'),
        text('run.server.threads'),
        text('run.server.openFiles'),
        text('run.server.waited'),
        text('run.server.preempted'),
      ].map(numeric),
    ],
    rows: server.map(({ pid, role, member, cpuPercent, system }) => [
      String(pid),
      roleText(role, member),
      pairText(cpuPercent, 1),
      formatCount(system?.threads.max),
      filesText(system),
      formatNumber(system?.switchesPerSecond.voluntary, 1),
      formatNumber(system?.switchesPerSecond.involuntary, 1),
    ]),
    note: text('run.server.systemHelp'),
  };
}

export function knowsSystem(server: RunReport['server']): boolean {
  return server.some(({ system }) => system != null);
}

/** "12 / 1,024". */
export function filesText(system: RunReport['server'][number]['system']): string {
  if (system == null) return NOTHING;
  const { max, limit } = system.openFiles;
  return text('run.server.fewOf', { most: formatCount(max), limit: formatCount(limit ?? undefined) });
}

/** Both in one, for a file. */
export function processTable(run: RunReport): ReportTable | null {
  const [own, system] = [serverTable(run), systemTable(run)];
  if (own === null || system === null) return own;
  // What both begin with, and CPU.
  const rest = <T>(cells: readonly T[]): readonly T[] => cells.slice(3);
  return {
    ...own,
    columns: [...own.columns, ...rest(system.columns)],
    rows: own.rows.map((cells, at) => [...cells, ...rest(system.rows[at]!)]),
  };
}

/** Null: no capture has found out a number. */
export function capturedTable({ captured = [] }: Pick<RunReport, 'captured'>): ReportTable | null {
  if (captured.length === 0) return null;
  const rows = captured.map(tellCaptured).map(({ name, value }) => [name, value]);
  return { caption: text('capture.figures'), facts: true, columns: COUNTS, rows };
}

const ORIGIN = /^(https?:\/\/[^/]+)\/.*$/;

export function environmentTable(run: RunReport, environment: Environment | null): ReportTable {
  const { target } = run;
  const exit = target.exit;
  const rows: [string, string][] = [
    [text('run.overview.script'), target.script],
    [text('setup.field.args.label'), target.args.join(' ')],
    [text('setup.field.nodeArgs.label'), (target.nodeArgs ?? []).join(' ')],
    // What of the path stands here no request of a plan has.
    [text('run.overview.url'), (run.byRequest ?? []).length === 0 ? target.url : target.url.replace(ORIGIN, '$1')],
    [text('run.overview.node'), target.node],
    [text('run.overview.nodePath'), target.nodePath],
    [text('run.overview.cwd'), target.cwd],
    [
      text('run.overview.exit'),
      exit === null
        ? ''
        : exit.signal === null
          ? text('run.overview.exitCode', { code: String(exit.code) })
          : text('run.overview.exitSignal', { signal: exit.signal }),
    ],
    [text('run.overview.generator'), generatorText(run)],
    ...machineRows(environment),
  ];
  return {
    caption: text('run.overview.environment'),
    facts: true,
    columns: FACTS,
    rows: rows.filter(([, value]) => value !== '').map(([name, value]) => [name, shortName(value)]),
  };
}

export function machineRows(environment: Environment | null): [string, string][] {
  if (environment === null) return [];
  const { cpu, cores, memoryBytes, os, arch, engineNode, loopscope } = environment;
  return [
    [text('run.overview.machine'), text('run.overview.machineValue', { cpu, cores, memory: formatBytes(memoryBytes) })],
    [text('run.overview.system'), text('run.overview.systemValue', { os, arch })],
    [text('run.overview.engineNode'), engineNode],
    [text('run.overview.loopscope'), loopscope],
  ];
}
