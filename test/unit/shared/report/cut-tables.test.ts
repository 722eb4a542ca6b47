/** Tables of lists that a report has cut: only of these it is said that there may be more rows than it has. */
import { expect, test } from 'vitest';
import { UNKNOWN_CPU } from '../../../../shared/model/profile/known-cpu.ts';
import { HEAVY_LIMIT, type LineFigures, type LineRow } from '../../../../shared/model/report.ts';
import { linesOfFile, shortLines } from '../../../../shared/profile/lines/lines.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../../../shared/profile/tree/profile-figures.ts';
import { cutTable } from '../../../../shared/report/table.ts';
import { functionTable } from '../../../../shared/report/tables/functions.ts';
import { tellCut } from '../../../../shared/report/tables/index.ts';
import { linesTable } from '../../../../shared/report/tables/lines.ts';
import { readForeign } from '../../../helpers/read-foreign.ts';

const names = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** What is said below the table with room for `most` rows. */
function toldOfFunctions(count: number, most = 40): string | undefined {
  const { profiles } = readForeign(
    names(count)
      .map((at) => `main;f${at} ${1_000 - at}`)
      .join('\n'),
  );
  return cutTable(functionTable(computeProfileFigures(profiles, WHOLE_PROFILE, HEAVY_LIMIT))!, most, tellCut).more;
}

test('functions', () => {
  expect(toldOfFunctions(30)).toBeUndefined();
  expect(toldOfFunctions(98)).toBe('The first 40 of 99.');
  expect(toldOfFunctions(250)).toBe('The first 40 of 100 or more.');
  expect(toldOfFunctions(250, Number.POSITIVE_INFINITY)).toBe('The first 100 of 100 or more.');
});

const line = (at: number): LineRow => ({
  ...{
    url: `file:///srv/${at % 2 === 0 ? 'a' : 'b'}.js`,
    line: at + 1,
    isExact: true,
    function: 'f',
    functionUrl: '',
    functionLine: 0,
    kind: 'own',
  },
  ...{ self: 1, selfMs: 1, selfPercent: 1, selfMargin: null, total: 1, totalMs: 1, totalPercent: 1, samples: 1 },
});
const figures = (count: number): LineFigures => ({
  ...{ window: null, weight: count, samples: count, base: 'cpu', cpu: UNKNOWN_CPU, files: [], rows: names(count).map(line) },
});
const toldOfLines = (lines: LineFigures): string | undefined => cutTable(linesTable({ lines, unit: 'microseconds' })!, 20, tellCut).more;

test('lines, of which all of one file are there', () => {
  expect(toldOfLines(shortLines(figures(100), HEAVY_LIMIT))).toBe('The first 20 of 100.');
  expect(toldOfLines(shortLines(figures(101), HEAVY_LIMIT))).toBe('The first 20 of 100 or more.');
  expect(toldOfLines(linesOfFile(figures(200), 'a.js'))).toBe('The first 20 of 100.');
});
