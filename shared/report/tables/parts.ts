/** The figures of the parts of a load: of the requests of a plan, the phases of a schedule, the levels of a sweep. */
import { tellErrors, tellStatuses } from '../../analysis/failed-load.ts';
import { holdsLittlesLaw, knownInFlight } from '../../analysis/littles-law.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { chooseTimeUnit, formatCount, formatNumber, formatShare, formatSignificant, NOTHING, type TimeUnit } from '../../format/figures.ts';
import { wordParam } from '../../format/word-said.ts';
import { errorsOf, keepsUp, levelOf } from '../../load/judge-level.ts';
import { largestOf } from '../../model/distribution.ts';
import type { LevelFigures, PartFigures, PhaseFigures, PlannedFigures, RunReport } from '../../model/report.ts';
import { cellFigure } from '../../phrases/bounds.ts';
import { formatVisitors } from '../../phrases/charts.ts';
import { tellDecision, tellHeld } from '../../phrases/levels.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable, TableColumn } from '../table.ts';
import { badCell, chooseByteUnit, notesOf, numeric, percentileCell } from './columns.ts';
import { EVERYWHERE, type RunTable } from './run-table.ts';

/** The phases of a schedule; null: it has one. */
function phasesTable({ phases }: RunReport): ReportTable | null {
  if (phases.length < 2) return null;
  const nameOf = ({ rate: [from, to] }: PhaseFigures): string =>
    from === to ? formatVisitors(from) : text('run.parts.ramp', { from: formatVisitors(from), to: formatVisitors(to) });
  const table = partsTable(text('run.parts.phases'), text('run.parts.rate'), phases, nameOf, [offered()]);
  const names = (some: readonly PhaseFigures[]): string =>
    some.map((phase) => text('run.parts.phaseFrom', { rate: nameOf(phase), from: formatNumber(phase.from, 1) })).join(', ');
  return withNotes(table, phases, [tellSteadiness(phases, names)]);
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
  const caption = text(run.limit === undefined ? 'run.parts.levels' : 'run.limit.byLevel');
  const inFlight: OwnColumn<LevelFigures> = { title: text('run.parts.inFlight'), figureOf: (level) => level.inFlight };
  const table =
    'rate' in first
      ? partsTable(caption, text('run.parts.rate'), levels, nameOf, [offered(), inFlight, ...VISITS])
      : partsTable(caption, text('run.parts.connections'), levels, nameOf, [inFlight]);
  const names = (some: readonly LevelFigures[]): string => some.map(nameOf).join(', ');
  return withNotes(table, levels, [
    tellBracket(run),
    tellLittlesLaw(levels, names),
    tellSteadiness(levels, names),
    'rate' in first ? text('run.parts.visitsNote') : null,
  ]);
}

/** Each request of a plan at each level of a sweep, one request after the other: how it fares as the load grows. Null: there are no such figures. */
function levelRequestsTable({ levels, requests: ofRun }: Pick<RunReport, 'levels' | 'requests'>): ReportTable | null {
  const [first] = levels;
  const names = first?.byRequest?.map(({ name }) => name) ?? [];
  if (first === undefined || names.length === 0) return null;
  const rows = names.flatMap((name, request) =>
    levels.flatMap((level) => {
      const own = level.byRequest?.[request];
      return own === undefined ? [] : [{ name, level, own }];
    }),
  );
  const timed = rows.map(({ own }) => own);
  const unit = unitOf(timed);
  const table = {
    caption: text('run.parts.levelsByRequest'),
    columns: [
      { title: text('run.parts.request') },
      numeric(text('rate' in first ? 'run.parts.rate' : 'run.parts.connections')),
      ...[text('run.overview.requests'), text('run.parts.errors'), text('run.overview.count')].map(numeric),
      ...latencyColumns(unit),
    ],
    rows: rows.map(({ name, level, own }) => [
      showHidden(name),
      nameOfLevel(level),
      formatCount(own.requests.sent),
      errorsCell(own),
      formatCount(own.latencyMs?.count ?? 0),
      ...latencyCells(own, unit),
    ]),
  };
  return withNotes(table, timed, [unlistedNote(ofRun)]);
}

/** The requests of a plan; null: it has one. */
export function planTable({ byRequest = [], requests: ofRun }: Pick<RunReport, 'byRequest' | 'requests'>): ReportTable | null {
  if (byRequest.length === 0) return null;
  const unit = unitOf(byRequest);
  const anyDropped = byRequest.some(({ requests }) => requests.dropped > 0);
  const anyUnanswered = byRequest.some(({ requests }) => (requests.unanswered ?? 0) > 0);
  const bytes = chooseByteUnit(Math.max(0, ...byRequest.map((one) => one.bytes)));
  const table = {
    caption: text('run.parts.plan'),
    columns: [
      { title: text('run.parts.request') },
      ...[text('run.overview.requests'), text('run.parts.share'), text('run.parts.answered'), text('run.overview.failed')].map(numeric),
      ...(anyUnanswered ? [numeric(text('run.parts.unanswered'))] : []),
      ...(anyDropped ? [numeric(text('run.parts.dropped'))] : []),
      ...latencyColumns(unit),
      numeric(text('run.parts.mean', { unit: unit.unit })),
      numeric(text('run.parts.bytes', { unit: bytes.unit })),
    ],
    rows: byRequest.map((one) => [
      showHidden(one.name),
      formatCount(one.requests.sent),
      formatNumber(one.share, 1),
      formatSignificant(one.throughput),
      failedCell(one),
      ...(anyUnanswered ? [badCell(one.requests.unanswered ?? 0)] : []),
      ...(anyDropped ? [badCell(one.requests.dropped)] : []),
      ...latencyCells(one, unit),
      one.latencyMs === null ? NOTHING : cellFigure(one.latencyMs, 'mean', unit),
      formatSignificant(one.bytes / bytes.size),
    ]),
  };
  return withNotes(table, byRequest, [unlistedNote(ofRun)]);
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

/** What a sweep was made for: the highest level that was held, and the first that was not; null: the load is none. */
function tellBracket({ bracket }: Pick<RunReport, 'bracket'>): string | null {
  if (bracket == null) return null;
  const { of, failedAt } = bracket;
  const failed = failedAt === null ? text('run.responses.none') : text('run.parts.failedAt', { of, failedAt: formatVisitors(failedAt) });
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
  const unit = unitOf(parts);
  const anyDropped = parts.some(({ requests }) => requests.dropped > 0);
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
      ...latencyColumns(unit),
    ],
    rows: parts.map((part) => [
      nameOf(part),
      text('run.parts.second', { value: formatNumber(part.from, 1) }),
      ...own.map(({ figureOf, isCount, isBad }): Cell => {
        const figure = figureOf(part);
        const shown = isCount === true ? formatCount(figure) : formatSignificant(figure);
        return isBad?.(part) === true ? { text: shown, tone: 'bad' } : shown;
      }),
      formatSignificant(part.throughput),
      errorsCell(part),
      ...(anyDropped ? [badCell(part.requests.dropped)] : []),
      formatCount(part.latencyMs?.count ?? 0),
      ...latencyCells(part, unit),
    ]),
  };
}

/** In percent of all arrivals. */
function errorsCell({ requests }: Pick<PartFigures, 'requests'>): Cell {
  const came = requests.sent + requests.dropped;
  const wrong = errorsOf({ requests });
  const share = formatShare(came === 0 ? null : (100 * wrong) / came);
  return wrong > 0 ? { text: share, tone: 'bad' } : share;
}

type Timed = Pick<PartFigures, 'latencyMs'>;

const PERCENTILES = [50, 90, 99] as const;

/** One unit for all of them, so that they can be compared. */
function unitOf(all: readonly Timed[]): TimeUnit {
  return chooseTimeUnit(Math.max(0, ...all.map(({ latencyMs }) => largestOf(latencyMs))));
}

function latencyColumns({ unit }: TimeUnit): TableColumn[] {
  const percentiles = PERCENTILES.map((one) => text('run.parts.percentile', { percentile: String(one), unit }));
  return [...percentiles, text('run.parts.max', { unit })].map(numeric);
}

function latencyCells({ latencyMs }: Timed, unit: TimeUnit): Cell[] {
  if (latencyMs === null) return [...PERCENTILES, 'max'].map(() => NOTHING);
  return [...PERCENTILES.map((percentile) => percentileCell(latencyMs, percentile, unit)), cellFigure(latencyMs, 'max', unit)];
}

/** `first`: what is said before how the latencies are to be read. */
function withNotes(table: ReportTable, all: readonly Timed[], first: readonly (string | null)[]): ReportTable {
  const latencies = all.map(({ latencyMs }) => latencyMs);
  const note = [...first, ...notesOf(latencies, PERCENTILES)].filter((one) => one !== null).join(' ');
  return note === '' ? table : { ...table, note };
}

export const PLAN: RunTable = {
  id: 'plan',
  section: 'parts',
  of: planTable,
  on: EVERYWHERE,
  key: 'runs[].byRequest',
  alone: { none: () => text('run.parts.noPlan') },
};

export const PHASES: RunTable = {
  id: 'phases',
  section: 'parts',
  of: phasesTable,
  on: EVERYWHERE,
  key: 'runs[].phases',
  alone: { none: () => text('run.parts.noPhases') },
};

export const LEVELS: RunTable = {
  id: 'levels',
  section: 'levels',
  of: levelsTable,
  on: EVERYWHERE,
  key: 'runs[].levels',
  alone: { none: () => text('run.parts.noLevels') },
};

export const LEVEL_REQUESTS: RunTable = {
  id: 'level-requests',
  section: 'levels',
  of: levelRequestsTable,
  on: EVERYWHERE,
  key: 'runs[].levels[].byRequest',
  alone: { none: () => text('run.parts.noLevelsByRequest') },
};
