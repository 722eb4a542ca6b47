/** Which code took the time: by function, by package, by file. */
import type { Percent } from '../../base/units.ts';
import { formatNumber } from '../../format/figures.ts';
import { calledFunction, placeOf, placesToTell, shortName } from '../../format/place.ts';
import { formatWeightNumber, weightUnit } from '../../format/weights.ts';
import type { HeavyRow, ProfileFigures } from '../../model/report.ts';
import { placeOfCode } from '../../phrases/code-place.ts';
import { exactText } from '../../phrases/exact-pass.ts';
import { tellBase } from '../../phrases/profile-words.ts';
import { ownPercent, ownTime } from '../../profile/tree/folds.ts';
import { text } from '../../words/words.ts';
import type { ReportTable, TableColumn } from '../table.ts';
import { numeric, placeCell, shareWithMargin } from './columns.ts';
import type { Profiled, RunTable } from './run-table.ts';

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

/** Null: nothing but Node itself. */
function packagesTable({ packages, unit }: ProfileFigures): ReportTable | null {
  if (packages.every(({ kind }) => kind === 'core')) return null;
  return {
    caption: text('report.packages', { unit }),
    namesLast: true,
    columns: [{ title: text('terminal.run.package') }, weightColumn('total', unit), shareColumn('total'), weightColumn('self', unit)],
    rows: packages.map(({ name, kind, self, total, totalPercent }) => [
      { text: kind === 'core' ? text('run.answer.codeNode') : shortName(name), tone: 'code' },
      formatWeightNumber(total, unit),
      formatNumber(totalPercent, 1),
      formatWeightNumber(self, unit),
    ]),
  };
}

/** What is in no file comes last. */
function filesTable({ files, unit }: ProfileFigures): ReportTable | null {
  if (files.length === 0) return null;
  return {
    caption: text('report.files', { unit }),
    namesLast: true,
    columns: [
      { title: text('run.functionColumn.file') },
      weightColumn('self', unit),
      shareColumn('self'),
      weightColumn('total', unit),
      shareColumn('total'),
    ],
    rows: files.map(({ name, self, selfPercent, total, totalPercent }) => [
      { text: name === '' ? text('run.functions.noFile') : placeOf(name, 0), tone: 'code' },
      formatWeightNumber(self, unit),
      formatNumber(selfPercent, 1),
      formatWeightNumber(total, unit),
      formatNumber(totalPercent, 1),
    ]),
  };
}

function tableOfFunctions(profile: ProfileFigures, rows: readonly HeavyRow[], caption: string): ReportTable | null {
  if (rows.length === 0) return null;
  const { unit, exactPass } = profile;
  const toTell = placesToTell(rows);
  const isFolded = rows.some(({ folded }) => folded !== undefined);
  const hasMargins = rows.some(({ selfMargin }) => selfMargin != null);
  return {
    caption,
    namesLast: true,
    columns: [
      { title: text('run.functionColumn.function') },
      weightColumn('self', unit),
      shareColumn('self'),
      ...(isFolded ? [weightColumn('folded', unit)] : []),
      weightColumn('total', unit),
      shareColumn('total'),
      { title: text('run.functionColumn.file') },
      { title: text('run.functions.kind'), detail: true },
    ],
    rows: rows.map((row) => [
      { text: shortName(calledFunction(row)), tone: 'code' },
      formatWeightNumber(ownTime(row), unit),
      shareOf(ownPercent(row), row.selfMargin),
      ...(isFolded ? [formatWeightNumber(row.folded ?? 0, unit)] : []),
      formatWeightNumber(row.total, unit),
      shareOf(row.totalPercent, row.totalMargin),
      row.calledBy === undefined ? placeCell(row, toTell(row)) : text('report.calledBy', { place: placeOfCode(row.calledBy) }),
      text(`run.kind.${row.kind}`),
    ]),
    note: [
      baseOf(profile),
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

export const PACKAGES: RunTable<Profiled> = {
  id: 'packages',
  section: 'functions',
  of: ({ profile }) => profile && packagesTable(profile),
  on: { terminal: 8, brief: [5, 3] },
  key: 'runs[].profile.packages',
  isLater: true,
  alone: { none: () => text('terminal.run.noPackages') },
};

export const FILES: RunTable<Profiled> = {
  id: 'files',
  section: 'functions',
  of: ({ profile }) => profile && filesTable(profile),
  on: { terminal: 15 },
  key: 'runs[].profile.files',
  isLater: true,
};
