/** Time by line. */
import { shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { formatCount, formatNumber, NOTHING } from '../../format/figures.ts';
import { calledName, placeOf, shortName } from '../../format/place.ts';
import { formatWeightNumber, weightUnit } from '../../format/weights.ts';
import type { ExactPass } from '../../model/profile/exact-pass.ts';
import type { LineFigures, LineRow, ProfileFigures } from '../../model/report.ts';
import { exactText } from '../../phrases/exact-pass.ts';
import { tellBase } from '../../phrases/profile-words.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable } from '../table.ts';
import { numeric, shareWithMargin } from './columns.ts';
import type { Profiled, RunTable } from './run-table.ts';

/** Of a line, as wide as a table has room for; its indentation says nothing there. */
const MOST_TEXT = 100;

/** Null: there are none. */
export function linesTable({ lines, unit, exactPass }: Pick<ProfileFigures, 'lines' | 'unit' | 'exactPass'>): ReportTable | null {
  if (!lines || lines.rows.length === 0) return null;
  const withSelf = lines.rows.filter(({ self }) => self > 0);
  // Of a file whose code V8 has inlined into that of another, or that only calls others.
  const rows = withSelf.length > 0 ? withSelf : lines.rows;
  const hasText = rows.some((row) => row.text !== undefined);
  return {
    caption: text('run.lines.title'),
    columns: [
      { title: text('run.lines.file') },
      numeric(text('run.lines.line')),
      numeric(text('run.lines.self', { unit: weightUnit(unit) })),
      numeric(text('run.lines.selfPercent')),
      numeric(text('run.lines.total', { unit: weightUnit(unit) })),
      numeric(text('run.lines.samples')),
      { title: text('run.lines.function') },
      ...(hasText ? [{ title: text('run.lines.text') }] : []),
    ],
    rows: rows.map((row) => [
      { text: placeOf(row.url, 0), tone: 'code' },
      lineText(row),
      formatWeightNumber(row.self, unit),
      shareOfLine(row),
      formatWeightNumber(row.total, unit),
      formatCount(row.samples),
      { text: shortName(calledName(row.function, row.url, row.line)), tone: 'code' } satisfies Cell,
      ...(hasText ? [{ text: shorten(showHidden((row.text ?? '').trim()), MOST_TEXT), tone: 'code' } satisfies Cell] : []),
    ]),
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
