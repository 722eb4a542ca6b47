/** Ticks of two variants, divided by what each of them completed. */
import { expect, test } from 'vitest';
import { formatTicks } from '../../../../electron/cli/print/print-ticks.ts';
import { compareTicks, decimalsFor } from '../../../../shared/analysis/ticks-per-request.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import type { TickFigures } from '../../../../shared/model/profile/ticks.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { tickDifferenceTable, tickLibraryTable, tickSummaryTable } from '../../../../shared/report/tables/ticks.ts';
import { makeReport } from './runs.ts';

/** `js` ticks in JavaScript, 30 in C++, 10 unaccounted; GC is counted beside them. */
function ticksOf(js: number): TickFigures {
  const total = js + 40;
  return {
    total,
    unaccounted: 10,
    summary: [
      { name: 'JavaScript', ticks: js, totalPercent: (100 * js) / total, nonlibPercent: (100 * js) / total },
      { name: 'C++', ticks: 30, totalPercent: 3_000 / total, nonlibPercent: 3_000 / total },
      { name: 'GC', ticks: 8, totalPercent: 800 / total, nonlibPercent: 800 / total },
      { name: 'Shared libraries', ticks: 0, totalPercent: 0, nonlibPercent: null },
    ],
    libraries: [],
  };
}

function pass(variant: number, kind: Pass['kind'], js: number | null, completed: number, excluded: Pass['excluded'] = null): Pass {
  const run = makeReport();
  const report = { ...run, requests: { ...run.requests, completed }, ticks: js === null ? null : ticksOf(js) };
  return { index: 0, variant, round: 0, kind, report, excluded };
}

test('ticks per completed request, from the profiled run that counts', () => {
  const passes = [
    pass(0, 'measured', null, 9_999),
    pass(0, 'profiled', 60, 100),
    pass(1, 'profiled', 7_000, 1, 'stopped'),
    pass(1, 'profiled', 160, 400),
  ];
  const rows = compareTicks(passes, 0, 1)!;
  expect(rows.map(({ name, a, b, differencePercent }) => [name, a, b, differencePercent && Math.round(differencePercent)])).toEqual([
    ['JavaScript', 0.6, 0.4, -33],
    ['C++', 0.3, 0.075, -75],
    ['Shared libraries', 0, 0, null],
    ['Unaccounted', 0.1, 0.025, -75],
    ['Total', 1, 0.5, -50],
    ['GC', 0.08, 0.02, -75],
  ]);
  expect(decimalsFor(rows)).toBe(3);
  expect(tickDifferenceTable(rows, 'A', 'B').rows[0]!.map(cellText)).toEqual(['JavaScript', '0.600', '0.400', '\u221233.3']);
});

test.each([
  ['the other variant has none', [pass(0, 'profiled', 60, 100), pass(1, 'profiled', null, 100)]],
  ['nothing was completed', [pass(0, 'profiled', 60, 100), pass(1, 'profiled', 60, 0)]],
  ['a variant has no run', [pass(0, 'profiled', 60, 100)]],
])('no comparison when %s', (_, passes) => {
  expect(compareTicks(passes, 0, 1)).toBeNull();
});

test('the tables name what is unaccounted for, and leave out what is empty', () => {
  const { caption, rows, note } = tickSummaryTable(ticksOf(60));
  expect(caption).toBe('Summary of 100 ticks');
  expect(rows.at(-1)!.map(cellText)).toEqual(['Unaccounted', '10', '10.0', '']);
  // A file of another tool has no measured phase.
  expect(note).toMatch(/^Ticks as node --prof-process counts them; of a run of Loopscope,/);
  expect(tickLibraryTable(ticksOf(60))).toBeNull();
});

test('the text has callers below what they called', () => {
  const stacks = { frames: [], parent: [-1], frame: [-1], top: [0], total: [0] };
  const bottomUp = [
    { name: 'JS: *parse /a.js:1:1', depth: 0, ticks: 50, parentPercent: 50 },
    { name: 'JS: ~handle /a.js:9:1', depth: 1, ticks: 50, parentPercent: 100 },
  ];
  const text = formatTicks({ ...ticksOf(60), node: '22.1.0', pid: 7, intervalUs: 1_000, outside: 12, bottomUp, stacks });
  expect(text).toContain('12 before and after it are not counted');
  expect(text).toMatch(/│ +50 │ +100.0 │ {3}JS: ~handle/);
  expect(text).not.toContain('Shared libraries\n');
  expect(formatTicks(null)).toContain('--capture ticks');
});
