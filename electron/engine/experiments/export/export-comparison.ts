/** A comparison in the formats that can hold one. */
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import type { Report } from '../../../../shared/model/report.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import type { Exported, PageChoice, TextFormat } from './formats.ts';
import { writeJson } from './write-json.ts';
import { writeLessonPage } from './write-lesson-page.ts';
import { isReport, writeComparisonReport } from './write-report.ts';

export async function exportComparison(
  comparison: Comparison,
  format: TextFormat,
  report: Report,
  page: PageChoice,
): Promise<Outcome<Exported>> {
  if (format === 'json') return succeed(writeJson(report));
  if (isReport(format)) return succeed(await writeComparisonReport(comparison, format));
  if (format === 'lesson') return writeLessonPage(comparison, page);
  return fail('not-available', say('session.comparisonNotAs', { format }), say('session.writeOtherwise'));
}
