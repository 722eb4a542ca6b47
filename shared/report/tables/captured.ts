/** Numbers that captures have found out. */
import type { RunReport } from '../../model/report.ts';
import { tellCaptured } from '../../phrases/captured-figures.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { countColumns } from './columns.ts';
import { EVERYWHERE, type RunTable } from './run-table.ts';

/** Null: no capture has found out a number. */
function capturedTable({ captured = [] }: Pick<RunReport, 'captured'>): ReportTable | null {
  if (captured.length === 0) return null;
  const rows = captured.map(tellCaptured).map(({ name, value }) => [name, value]);
  return { caption: text('capture.figures'), facts: true, columns: countColumns(), rows };
}

export const CAPTURED: RunTable = {
  id: 'captured',
  section: 'captured',
  of: capturedTable,
  on: EVERYWHERE,
};
