/** Which code took the time: by function, by package, by file. */
import type { Percent } from '../../base/units.ts';
import { formatNumber } from '../../format/figures.ts';
import { calledFunction, placeOf, placesToTell, shortName, type ToTell } from '../../format/place.ts';
import { formatWeightNumber, weightUnit } from '../../format/weights.ts';
import type { Grouping } from '../../model/profile/groupings.ts';
import { isCutOffPython } from '../../model/profile/other-languages.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import type { GroupRow, HeavyRow, ProfileFigures } from '../../model/report.ts';
import { placeOfCode } from '../../phrases/code-place.ts';
import { exactText } from '../../phrases/exact-pass.ts';
import { aboutHeap } from '../../phrases/heap-profile.ts';
import { tellBase } from '../../phrases/profile-words.ts';
import { ownPercent, ownTime } from '../../profile/tree/folds.ts';
import { text } from '../../words/words.ts';
import { type RowColumn, tableOfRows } from '../row-columns.ts';
import type { Cell, ReportTable, TableColumn } from '../table.ts';
import { numeric, placeCell, shareWithMargin } from './columns.ts';
import { mayBeCut, type Profiled, type RunTable } from './run-table.ts';

type Weight = 'self' | 'folded' | 'total';

function weightColumn(of: Weight, unit: ProfileFigures['unit']): TableColumn {
  const title = text(`run.functionColumn.${of}`, { unit: weightUnit(unit) });
  return of === 'folded' ? numeric(title) : { ...numeric(title), term: `${of}-time` };
}

const shareColumn = (of: 'self' | 'total'): TableColumn => numeric(text(`run.functionColumn.${of}Percent`));

export function functionTable(profile: ProfileFigures): ReportTable | null {
  const heavy = [...profile.heavy].sort((one, other) => ownTime(other) - ownTime(one));
  return tableOfFunctions(profile, heavy, text('report.functions', { unit: profile.unit }));
}

/** The user's own functions, by the time in and below them: what natives and packages do is done for one of them. */
function ownTable(profile: ProfileFigures): ReportTable | null {
  return tableOfFunctions(profile, profile.own, text('report.ownFunctions', { unit: profile.unit }));
}

export interface GroupColumns {
  readonly by: Grouping;
  readonly unit: WeightUnit;
  readonly nameOf: (row: GroupRow) => string;
}

type GroupColumn = 'name' | 'total' | 'totalPercent' | 'self' | 'selfPercent' | 'kind';

/** Of files or of packages. */
export function groupColumns({ by, unit, nameOf }: GroupColumns): Readonly<Record<GroupColumn, RowColumn<GroupRow>>> {
  const weight = (id: 'self' | 'total'): RowColumn<GroupRow> => ({
    id,
    ...weightColumn(id, unit),
    cell: (row) => formatWeightNumber(row[id], unit),
    value: (row) => row[id],
  });
  const share = (of: 'self' | 'total'): RowColumn<GroupRow> => ({
    id: `${of}Percent`,
    ...shareColumn(of),
    cell: (row) => formatNumber(row[`${of}Percent`], 1),
    value: (row) => row[`${of}Percent`],
  });
  return {
    name: { id: 'name', title: text(`run.functions.by.${by}`), cell: (row) => ({ text: nameOf(row), tone: 'code' }), value: nameOf },
    total: weight('total'),
    totalPercent: share('total'),
    self: weight('self'),
    selfPercent: share('self'),
    kind: { id: 'kind', title: text('run.functions.kind'), cell: ({ kind }) => text(`run.kind.${kind}`), value: ({ kind }) => kind },
  };
}

/** Null: nothing but Node itself. */
function packagesTable({ packages, unit }: ProfileFigures): ReportTable | null {
  if (packages.every(({ kind }) => kind === 'core')) return null;
  const nameOf = ({ name, kind }: GroupRow) => (kind === 'core' ? text('run.answer.codeNode') : shortName(name));
  const { name, total, totalPercent, self } = groupColumns({ by: 'package', unit, nameOf });
  return {
    caption: text('report.packages', { unit }),
    namesLast: true,
    isFirst: mayBeCut(packages),
    ...tableOfRows([name, total, totalPercent, self], packages),
  };
}

/** What is in no file comes last. */
function filesTable({ files, unit }: ProfileFigures): ReportTable | null {
  if (files.length === 0) return null;
  const nameOf = ({ name }: GroupRow) => (name === '' ? text('run.functions.noFile') : placeOf(name, 0));
  const { name, self, selfPercent, total, totalPercent } = groupColumns({ by: 'file', unit, nameOf });
  return {
    caption: text('report.files', { unit }),
    namesLast: true,
    isFirst: mayBeCut(files),
    ...tableOfRows([name, self, selfPercent, total, totalPercent], files),
  };
}

/** A function as a table tells of it. */
type ToldFunction = Pick<HeavyRow, 'function' | 'url' | 'line' | 'column' | 'kind' | 'self' | 'folded' | 'selfPercent'> &
  Pick<HeavyRow, 'total' | 'totalPercent' | 'selfMargin' | 'totalMargin' | 'calledBy'>;

/** What its columns are sorted by. */
export const FUNCTION_VALUES = {
  function: calledFunction,
  self: ownTime,
  selfPercent: ownPercent,
  folded: ({ folded = 0 }) => folded,
  total: ({ total }) => total,
  totalPercent: ({ totalPercent }) => totalPercent,
  file: ({ url, line }) => `${url}:${String(line).padStart(8, '0')}`,
  kind: ({ kind }) => kind,
} as const satisfies Readonly<Record<string, (row: ToldFunction) => string | number>>;

export interface FunctionColumns {
  readonly unit: WeightUnit;
  /** Some time is that of folded frames. */
  readonly isFolded: boolean;
  /** What tells the place of a function from others. */
  readonly toTell: (row: ToldFunction) => ToTell;
}

export function functionColumns({ unit, isFolded, toTell }: FunctionColumns): readonly RowColumn<ToldFunction>[] {
  const column = (id: keyof typeof FUNCTION_VALUES, is: TableColumn, cell: (row: ToldFunction) => Cell): RowColumn<ToldFunction> => ({
    ...{ id, ...is, cell },
    value: FUNCTION_VALUES[id],
  });
  const weight = (of: Weight) => column(of, weightColumn(of, unit), (row) => formatWeightNumber(FUNCTION_VALUES[of](row), unit));
  const share = (of: 'self' | 'total', cell: (row: ToldFunction) => Cell) =>
    column(`${of}Percent`, { ...shareColumn(of), term: `${of}-time` }, cell);
  return [
    column('function', { title: text('run.functionColumn.function') }, (row) => ({ text: shortName(calledFunction(row)), tone: 'code' })),
    weight('self'),
    share('self', (row) => shareOf(ownPercent(row), row.selfMargin)),
    ...(isFolded ? [weight('folded')] : []),
    weight('total'),
    share('total', (row) => shareOf(row.totalPercent, row.totalMargin)),
    column('file', { title: text('run.functionColumn.file') }, (row) =>
      row.calledBy === undefined ? placeCell(row, toTell(row)) : text('report.calledBy', { place: placeOfCode(row.calledBy) }),
    ),
    column('kind', { title: text('run.functions.kind'), detail: true }, ({ kind }) => text(`run.kind.${kind}`)),
  ];
}

function tableOfFunctions(profile: ProfileFigures, rows: readonly HeavyRow[], caption: string): ReportTable | null {
  if (rows.length === 0) return null;
  const { unit, exactPass, ofHeap } = profile;
  const isFolded = rows.some(({ folded }) => folded !== undefined);
  const hasMargins = rows.some(({ selfMargin }) => selfMargin != null);
  return {
    caption,
    namesLast: true,
    isFirst: mayBeCut(rows),
    ...tableOfRows(functionColumns({ unit, isFolded, toTell: placesToTell(rows) }), rows),
    note: [
      baseOf(profile),
      ...(ofHeap === undefined ? [] : [aboutHeap(ofHeap)]),
      text('report.functionsNote', { unit }),
      ...(hasMargins ? [text('report.marginsNote')] : []),
      ...(exactPass === undefined ? [] : [exactText(exactPass)]),
    ].join(' '),
  };
}

/** With its interval where the number of samples is known. */
function shareOf(percent: Percent, half: Percent | null | undefined): string {
  return half == null ? formatNumber(percent, 1) : shareWithMargin(percent, half);
}

/** Samples of that time only: idle ones are not in it. */
function baseOf({ unit, weight, base, samples: all, hot: { samples, cpu }, isSampled = true }: ProfileFigures): string {
  return tellBase({ base: weight, unit, samples: base === 'wall' ? all : samples, timeBase: base, cpu, isSampled });
}

export const HEAVY: RunTable<Profiled> = {
  id: 'heavy',
  section: 'functions',
  of: ({ profile }) => profile && functionTable(profile),
  on: { terminal: 15, html: 40, markdown: 15, brief: [10, 8] },
  none: (_, on) => (on === 'terminal' || on === 'brief' ? '' : text('run.overview.noProfile')),
  key: 'runs[].profile.heavy',
};

export const OWN: RunTable<Profiled> = {
  id: 'own',
  section: 'functions',
  of: ({ profile }) => profile && ownTable(profile),
  on: { terminal: 8, brief: [5, 3] },
  key: 'runs[].profile.own',
  alone: { none: () => text('terminal.run.noOwn') },
};

/** Whether functions have places that say whether they were installed. */
function tellsPackages(profile: ProfileFigures | null): boolean {
  if (profile === null || profile.files.length === 0) return true;
  return profile.files.some(({ name }) => name !== '' && !name.startsWith('<') && !isCutOffPython(name));
}

export const PACKAGES: RunTable<Profiled> = {
  id: 'packages',
  section: 'functions',
  of: ({ profile }) => profile && packagesTable(profile),
  on: { terminal: 8, brief: [5, 3] },
  key: 'runs[].profile.packages',
  isLater: true,
  alone: { none: ({ profile }) => text('terminal.run.noPackages', { told: tellsPackages(profile) ? 'yes' : 'no' }) },
};

export const FILES: RunTable<Profiled> = {
  id: 'files',
  section: 'functions',
  of: ({ profile }) => profile && filesTable(profile),
  on: { terminal: 15 },
  key: 'runs[].profile.files',
  isLater: true,
};
