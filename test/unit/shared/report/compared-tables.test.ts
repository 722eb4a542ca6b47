/** Every table of a comparison, and that each surface shows those that name it, and no others. */
import { beforeAll, describe, expect, test } from 'vitest';
import { COMPARED_NAMES, formatCompared } from '../../../../electron/cli/print/compared-tables.ts';
import { formatComparison } from '../../../../electron/cli/print/print-comparison.ts';
import { ROW_TABLES } from '../../../../electron/cli/print/row-tables.ts';
import { formatComparisonBrief } from '../../../../shared/report/brief.ts';
import { type ComparisonReportInput, formatComparisonHtml, formatComparisonMarkdown } from '../../../../shared/report/comparison-report.ts';
import { escapeMarkdown } from '../../../../shared/report/escape.ts';
import type { Surface } from '../../../../shared/report/tables/compared/compared-table.ts';
import { COMPARED_TABLES, comparedPieces } from '../../../../shared/report/tables/compared/index.ts';
import { RUN_TABLES } from '../../../../shared/report/tables/index.ts';
import { makeInput } from '../../../helpers/comparison-input.ts';
import { unescapeHtml } from '../../../helpers/read-report.ts';

let input: ComparisonReportInput;
beforeAll(async () => {
  input = await makeInput();
});

/** What a surface shows as a whole. */
const SURFACES: readonly (readonly [Surface, () => string])[] = [
  ['html', () => unescapeHtml(formatComparisonHtml(input))],
  ['markdown', () => formatComparisonMarkdown(input)],
  ['brief', () => formatComparisonBrief(input, input.profiles)],
  ['terminal', () => formatComparison(input.info, null)],
];

test('each has a name of its own, which is none of a table of runs', () => {
  expect(new Set(COMPARED_NAMES).size).toBe(COMPARED_NAMES.length);
  expect(COMPARED_NAMES.filter((name) => [...RUN_TABLES.map(({ id }) => id), ...ROW_TABLES].includes(name as never))).toEqual([]);
});

describe.each(SURFACES)('%s', (surface, write) => {
  test('shows the tables that name it', () => {
    const whole = write();
    // On a terminal settings and places are lines.
    const told = COMPARED_TABLES.filter(({ section }) => surface !== 'terminal' || !['settings', 'places'].includes(section));
    const filled = told.flatMap((one) => one.of(input).map(({ table }) => ({ table, isShown: one.on[surface] !== undefined })));
    expect(filled.some(({ isShown }) => isShown)).toBe(true);
    for (const { table, isShown } of filled) {
      const caption = surface === 'markdown' || surface === 'brief' ? `**${escapeMarkdown(table.caption)}**` : table.caption;
      expect({ caption, isThere: whole.includes(caption) }).toEqual({ caption, isThere: isShown });
    }
  });
});

test('asked for by its name, a table has all of its rows', () => {
  const { profiles } = input;
  const rows = Array.from({ length: 60 }, (_, nth) => ({ ...profiles[0]!.functions[0]!, function: `work${nth}` }));
  const compared = { info: input.info, profiles: [{ ...profiles[0]!, functions: rows }] };
  const [cut] = comparedPieces(compared, 'html', 'functions');
  expect(cut).toMatchObject({ table: { rows: { length: 40 }, more: 'The first 40 of 60.' } });
  expect(formatCompared('difference', compared, 'csv')!.trimEnd().split('\r\n')).toHaveLength(61);
  expect(formatCompared('cells', compared, null)).toBeNull();
});

test('a grid has no table that sets a cell against the first one of another case', () => {
  const { info, profiles } = input;
  const grid = { cases: ['one', 'two'], topologies: ['alone'] };
  const compared = { info: { ...info, setup: { ...info.setup, grid }, cells: [] }, profiles };
  expect(formatCompared('difference', compared, null)).toBeNull();
  expect(formatCompared('settings', compared, null)).not.toBeNull();
});

test('of several variants, a file has an empty line between the tables of each', () => {
  const { info } = input;
  const three = {
    ...info,
    setup: { ...info.setup, variants: [...info.setup.variants, info.setup.variants[1]!] },
    verdicts: ['B', 'C'].flatMap((b) => info.verdicts.map((verdict) => ({ ...verdict, b }))),
  };
  const tables = formatCompared('verdicts', { info: three }, 'csv')!.split('\r\n\n');
  expect(tables.map((table) => table.split('"')[3])).toEqual(['B, median', 'C, median']);
});
