/** Time by line. */
import { shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { formatCount, formatNumber, NOTHING } from '../../format/figures.ts';
import { calledName, placeOf, shortName } from '../../format/place.ts';
import { formatWeightNumber, weightUnit } from '../../format/weights.ts';
import type { ExactPass } from '../../model/profile/exact-pass.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import type { LineFigures, LineRow, ProfileFigures } from '../../model/report.ts';
import { exactText } from '../../phrases/exact-pass.ts';
import { tellBase } from '../../phrases/profile-words.ts';
import { text } from '../../words/words.ts';
import { type RowColumn, tableOfRows } from '../row-columns.ts';
import type { ReportTable } from '../table.ts';
import { numeric, shareWithMargin } from './columns.ts';
import type { Profiled, RunTable } from './run-table.ts';

/** Of a line, as wide as a table has room for; its indentation says nothing there. */
const MOST_TEXT = 100;

/** Of a line, or of all lines of a file. */
type Weighed = Pick<LineRow, 'self' | 'selfPercent' | 'selfMargin' | 'total' | 'samples'>;

export interface LineColumns {
  readonly file: RowColumn<Pick<LineRow, 'url'>>;
  readonly line: RowColumn<Pick<LineRow, 'line' | 'isExact'>>;
  readonly figures: readonly RowColumn<Weighed>[];
  readonly text: RowColumn<Pick<LineRow, 'text'>>;
}

/** Of lines, and of files. */
export function lineColumns(unit: WeightUnit): LineColumns {
  const weight = (id: 'self' | 'total'): RowColumn<Weighed> => ({
    ...{ id, ...numeric(text(`run.lines.${id}`, { unit: weightUnit(unit) })), term: `${id}-time` },
    cell: (row) => formatWeightNumber(row[id], unit),
    value: (row) => row[id],
  });
  const share: RowColumn<Weighed> = {
    ...{ id: 'selfPercent', ...numeric(text('run.lines.selfPercent')), term: 'self-time' },
    cell: shareOfLine,
    value: ({ selfPercent }) => selfPercent,
  };
  const counted: RowColumn<Weighed> = {
    ...{ id: 'samples', ...numeric(text('run.lines.samples')) },
    cell: ({ samples }) => formatCount(samples),
    value: ({ samples }) => samples,
  };
  return {
    file: {
      id: 'file',
      title: text('run.lines.file'),
      cell: ({ url }) => ({ text: placeOf(url, 0), tone: 'code' }),
      value: ({ url }) => url,
    },
    line: { id: 'line', ...numeric(text('run.lines.line')), cell: lineText },
    figures: [weight('self'), share, weight('total'), counted],
    text: {
      id: 'text',
      title: text('run.lines.text'),
      cell: (row) => ({ text: shorten(showHidden((row.text ?? '').trim()), MOST_TEXT), tone: 'code' }),
    },
  };
}

/** Null: there are none. */
export function linesTable({ lines, unit, exactPass }: Pick<ProfileFigures, 'lines' | 'unit' | 'exactPass'>): ReportTable | null {
  if (!lines || lines.rows.length === 0) return null;
  const withSelf = lines.rows.filter(({ self }) => self > 0);
  // Of a file whose code V8 has inlined into that of another, or that only calls others.
  const rows = withSelf.length > 0 ? withSelf : lines.rows;
  const hasText = rows.some((row) => row.text !== undefined);
  const columns = lineColumns(unit);
  const called: RowColumn<LineRow> = {
    id: 'function',
    title: text('run.lines.function'),
    cell: (row) => ({ text: shortName(calledName(row.function, row.url, row.line)), tone: 'code' }),
  };
  return {
    caption: text('run.lines.title'),
    // Those with time of their own come first.
    isFirst: lines.isFirst === true && rows.length === lines.rows.length,
    ...tableOfRows<LineRow>([columns.file, columns.line, ...columns.figures, called, ...(hasText ? [columns.text] : [])], rows),
    note: linesNote(lines, rows, unit, exactPass),
  };
}

export function lineText({ line, isExact }: Pick<LineRow, 'line' | 'isExact'>): string {
  if (line === 0) return text('run.lines.unknown');
  return isExact ? String(line) : text('run.lines.about', { line: String(line) });
}

/** What was counted otherwise than in samples has a share without an interval. */
export function shareOfLine({ selfPercent, selfMargin }: Pick<LineRow, 'selfPercent' | 'selfMargin'>): string {
  if (selfMargin !== null) return shareWithMargin(selfPercent, selfMargin);
  return selfPercent > 0 ? formatNumber(selfPercent, 1) : NOTHING;
}

/** What has to be known to read the figures. */
function linesNote(lines: LineFigures, rows: readonly LineRow[], unit: ProfileFigures['unit'], exactPass: ExactPass | undefined): string {
  return [
    baseNote(lines, unit),
    text('run.lines.noteTotal'),
    exactPass === undefined ? text('run.lines.noteInlined') : exactText(exactPass),
    ...(rows.some(({ isExact, line }) => !isExact && line > 0) ? [text('run.lines.noteAbout')] : []),
  ].join(' ');
}

/** What the shares are of. */
export function baseNote(
  { window, weight, samples, base, cpu, rows }: Pick<LineFigures, 'window' | 'weight' | 'samples' | 'base' | 'cpu' | 'rows'>,
  unit: ProfileFigures['unit'],
): string {
  const isSampled = rows.length === 0 || rows.some(({ selfMargin }) => selfMargin !== null);
  const told = {
    interval: isSampled ? 'yes' : 'no',
    window: window === null ? 'no' : 'yes',
    from: formatNumber((window?.fromMs ?? 0) / 1e3, 2),
    to: formatNumber((window?.toMs ?? 0) / 1e3, 2),
  };
  return `${tellBase({ base: weight, unit, samples, timeBase: base, cpu, isSampled })} ${text('run.lines.note', told)}`;
}

/** A report has one screen of them: where they lie is looked at in the window. */
export const LINES: RunTable<Profiled> = {
  id: 'lines',
  section: 'lines',
  of: ({ profile }) => profile && linesTable(profile),
  on: { terminal: 8, html: 20, markdown: 15 },
  key: 'runs[].profile.lines',
  isLater: true,
  alone: { most: 30, none: () => text('run.lines.none') },
};
