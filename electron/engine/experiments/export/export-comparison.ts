/** A comparison in the formats that can hold one. */
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import type { Report } from '../../../../shared/model/report.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import type { Exported, TextFormat } from './formats.ts';
import { writeJson } from './write-json.ts';
import { isReport, writeComparisonReport } from './write-report.ts';

export async function exportComparison(comparison: Comparison, format: TextFormat, report: Report): Promise<Outcome<Exported>> {
  if (format === 'json') return succeed(writeJson(report));
  if (isReport(format)) return succeed(await writeComparisonReport(comparison, format));
  return fail('not-available', say('session.comparisonNotAs', { format }), say('session.writeOtherwise'));
}
