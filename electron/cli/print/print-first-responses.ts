/** What each variant, or cell of a grid, sent first, where that differs in kind. */
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { unlikeResponses } from '../../../shared/report/first-responses.ts';
import { reportTable } from './text-table.ts';

/** A section for each table; none: the responses are alike. */
export function formatFirstResponses(info: ComparisonInfo): string[] {
  return unlikeResponses(info).map((table) => reportTable(table));
}
