/** A grid as text: what it is, a row for each cell, and why some have no figures. Words and figures are those of reports. */
import { gridParts } from '../../../shared/analysis/verdicts/grid-parts.ts';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { variantLetter } from '../../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { type Failure, isToldByVerdict } from '../../../shared/model/failure.ts';
import { tellGrid } from '../../../shared/phrases/grid.ts';
import { gridProblems } from '../../../shared/report/grid-table.ts';
import { tellEnd } from '../../../shared/report/sentences.ts';
import { text } from '../../../shared/words/words.ts';
import { terminalTables } from './compared-tables.ts';
import { breakable } from './format.ts';

export function formatGrid(info: ComparisonInfo, failure: Failure | null): string {
  const { cells = [], warnings } = info;
  const sections = [
    ...(isToldByVerdict(failure) ? [] : [`${tellEnd(failure).lead} ${tellEnd(failure).rest}`.trim()]),
    tellGrid(cells),
    ...warnings.map((warning) => text('terminal.note', { message: wordSaid(warning) })),
    ...terminalTables(info, 'cells'),
    gridProblems(cells).join('\n'),
    ...terminalTables(info, 'responses'),
    ...formatParts(info),
    text('grid.openOne'),
  ];
  return breakable(sections.filter((section) => section !== '').join('\n\n'));
}

/** Of each case with ticks what `node --prof-process` counts, per request. */
function formatParts(info: ComparisonInfo): string[] {
  return gridParts(info).flatMap(({ title, info: part }) =>
    terminalTables(part, 'ticks').map(
      (table) =>
        `${title}\n${part.setup.variants.map((variant, index) => `${variantLetter(index)}: ${variant.title}`).join(', ')}\n${table}`,
    ),
  );
}
