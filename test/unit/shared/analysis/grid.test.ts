import { expect, test } from 'vitest';
import { findStoppedCell } from '../../../../shared/analysis/failed-load.ts';
import { computeGrid, gridMeasures } from '../../../../shared/analysis/verdicts/grid.ts';
import { planPasses } from '../../../../shared/analysis/verdicts/order.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import type { ComparisonSetup } from '../../../../shared/model/comparison/comparison.ts';
import { comparisonSchema } from '../../../../shared/model/comparison/comparison-schema.ts';
import { STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import { type GridMeasure, gridPlace } from '../../../../shared/model/comparison/grid.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import { answeredOf } from '../../../../shared/model/distribution.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { tellGrid } from '../../../../shared/phrases/grid.ts';
import { gridMatrix, gridProblems, gridTable } from '../../../../shared/report/grid-table.ts';
import { cellText } from '../../../../shared/report/table.ts';
import type { Compared } from '../../../../shared/rules/comparison/compared.ts';
import { computeComparisonWarnings } from '../../../../shared/rules/comparison-rules.ts';
import { runWarning } from '../../../../shared/words/en/said/warning.ts';
import { type Said, say } from '../../../../shared/words/said.ts';
import { comparisonOf, setupOf } from '../../../helpers/comparisons.ts';
import { makeReport } from './runs.ts';

const grid = { cases: ['light', 'heavy'], topologies: ['direct', 'proxy', 'nginx'] };

function cell(index: number, rest: Partial<Pass>): Pass {
  return { index, variant: index, round: 0, kind: 'measured', report: null, excluded: null, ...rest };
}

const noNginx = say('topology.noNginx');
const passes: Pass[] = [
  cell(0, { report: makeReport({ requestsPerSecond: 2_000, p50Ms: 4, weak: [] }) }),
  cell(1, { report: makeReport({ requestsPerSecond: 1_000, p50Ms: 6, weak: ['99'] }) }),
  cell(2, { excluded: noNginx }),
  cell(3, { report: makeReport({ failed: 0.2 }) }),
  cell(4, { report: makeReport({ odd: { status: 504, share: 0 } }) }),
  cell(5, { excluded: noNginx }),
];

test('the place of a cell follows from its number', () => {
  const places = passes.map(({ index }) => gridPlace(grid, index));
  expect(places.map(({ row, column }) => `${row}${column}`)).toEqual(['00', '01', '02', '10', '11', '12']);
});

test('cells are run as they stand, once each', () => {
  const variants = passes.map(() => ({ title: 'cell', setup: {} as never }));
  const planned = planPasses({ variants, pairs: 1, profiled: false, seed: 3, grid });
  expect(planned.map(({ variant }) => variant)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('differences are from the first topology of the same case; a weak percentile has none', () => {
  const cells = computeGrid(grid, passes, null);
  expect(cells[0]).toMatchObject({ difference: null, noDifference: 'first' });
  expect(cells[1]!.difference!.throughputPercent).toBeCloseTo(-50);
  expect(cells[1]!.difference!.p50Percent).toBeCloseTo(50);
  expect(cells[1]).toMatchObject({ difference: { p99Percent: null }, figures: { weak: ['p99'] } });
});

test('a cell in which more than 5 % failed is described, and nothing is compared with it', () => {
  const cells = computeGrid(grid, passes, null);
  expect(cells[3]!.figures!.failedPercent).toBeGreaterThan(5);
  expect(cells[4]).toMatchObject({ difference: null, noDifference: 'firstFailed' });
  const turned = computeGrid(grid, [cell(0, passes[0]!), cell(1, { report: passes[3]!.report }), ...passes.slice(2)], null);
  expect(turned[1]).toMatchObject({ difference: null, noDifference: 'failed' });
});

test('a cell whose server stopped responding is named first, and nothing is compared with it', () => {
  const silent = (index: number, ms: number) => {
    const report = makeReport({});
    const to = report.load.durationMs * 1_000;
    const silences = [{ from: to - ms * 1_000, to, inFlight: 10, oldestStart: to - ms * 1_000 }];
    return cell(index, {
      report: { ...report, silences, waitedMs: 5_000, requests: { ...report.requests, unanswered: 10, oldestMs: ms } },
    });
  };
  const cells = computeGrid(grid, [passes[0]!, silent(1, 6_000), passes[2]!, silent(3, 7_000), passes[4]!, passes[5]!], null);
  expect(cells.map(({ silentMs }) => silentMs)).toEqual([undefined, 6_000, undefined, 7_000, undefined, undefined]);
  expect(cells.map(({ noDifference }) => noDifference).slice(1, 5)).toEqual(['stopped', null, 'first', 'firstStopped']);
  expect(tellGrid(cells)).toMatch(
    /^In cells 2, 4 the server stopped responding: no response came in the last 6\.0\ss or more, though there were requests\. 4 of 6/,
  );
  expect(gridProblems(cells)).toContain(
    'Cell 2: the server stopped responding: no response came in the last 6.0\u00a0s, though there were requests.',
  );
  expect(findStoppedCell([passes[0]!, silent(1, 6_000)])).toMatchObject({ code: 'stopped-answering', says: { params: { run: 2 } } });
  expect(findStoppedCell(passes)).toBeNull();
});

test('a cell without a run says why, and one that was stopped has no difference', () => {
  const stopped = cell(1, { report: passes[1]!.report, excluded: STOPPED_PASS });
  const cells = computeGrid(grid, [passes[0]!, stopped, ...passes.slice(2, 5), cell(5, {})], 5);
  expect(cells.map(({ state }) => state)).toEqual(['measured', 'stopped', 'failed', 'measured', 'measured', 'running']);
  expect(cells[1]!.difference).toBeNull();
  expect(cells[2]).toMatchObject({ figures: null, why: noNginx });
});

test('the table has a row for each cell, its case once; reasons that are alike are told once', () => {
  const cells = computeGrid(grid, passes, null);
  const { rows, columns } = gridTable(grid, cells);
  expect(rows.map((row) => row.slice(0, 3).map(cellText))).toEqual([
    ['1', 'light', 'direct'],
    ['2', '', 'proxy'],
    ['3', '', 'nginx'],
    ['4', 'heavy', 'direct'],
    ['5', '', 'proxy'],
    ['6', '', 'nginx'],
  ]);
  for (const row of rows) expect(row).toHaveLength(columns.length);
  expect(gridProblems(cells)).toEqual(['Cells 3, 6: There is no nginx in the folders of PATH.']);
  expect(tellGrid(cells)).toBe(
    '4 of 6 cells measured, one run each: the figures describe what happened, and none of the differences is a verdict. In 1 cell over 5 % of the requests went wrong.',
  );
});

/** CPU used by other programs, in percent of a core. */
const busy = (percent: number) => {
  const of = (figure: number) => ({ figure, as: 'percent' }) as const;
  return say('runWarning.foreign', { mean: of(percent), max: of(percent + 10) });
};
const warned = (index: number, warnings: RunReport['warnings']): Pass => cell(index, { report: { ...passes[index]!.report!, warnings } });
const few = say('runWarning.few', { count: 50, percentile: '99', needed: 1_000 });

test('a cell is marked where its run warns of something, and a difference of a disturbed run does not stand there as a plain figure', () => {
  const cells = computeGrid(grid, [warned(0, [busy(20)]), warned(1, [few]), passes[2]!, warned(3, [few]), ...passes.slice(4)], null);
  expect(cells.map(({ warnings, disturbed = false }) => [warnings?.length ?? 0, disturbed])).toEqual([
    [1, true],
    ...Array.from({ length: 5 }, () => [0, false]),
  ]);
  const { rows, columns, note } = gridTable(grid, cells);
  expect(rows.map(([run]) => cellText(run!))).toEqual(['1\u00a0*', '2', '3', '4', '5', '6']);
  expect(rows[0]![0]).toMatchObject({ title: expect.stringContaining('Other programs used 20') });
  const place = columns.findIndex(({ title }) => title === 'Per second, vs first, %');
  expect(rows[1]![place]).toEqual({ text: '−50.0\u00a0*', tone: 'weak', value: expect.closeTo(-50) });
  expect(note).toContain('A difference with * is of a run that something else disturbed');
  const [light] = gridMatrix(grid, cells, 'throughput').rows;
  expect(light!.map(cellText)).toEqual(['light', '2,000\u00a0*', '1,000 (−50.0\u00a0%\u00a0*)', 'not measured']);
  // Without warnings there is no mark, and nothing that explains one.
  const quiet = computeGrid(grid, passes, null);
  expect(JSON.stringify([gridTable(grid, quiet), gridMatrix(grid, quiet, 'p50')])).not.toContain('*');
});

test('each warning of a run is known to disturb it, to be told by the table, or to be of the server and its figures', () => {
  const kindOf = (key: string): 'disturbs' | 'told' | 'other' => {
    const said: Said = { key: `runWarning.${key}`, params: {} };
    const [computed] = computeGrid(grid, [warned(0, [said]), ...passes.slice(1)], null);
    return computed!.disturbed ? 'disturbs' : computed!.warnings === undefined ? 'told' : 'other';
  };
  const of = (kind: string): string[] => Object.keys(runWarning).filter((key) => kindOf(key) === kind);
  expect(of('told')).toEqual(['stopped', 'few']);
  expect(of('disturbs')).toEqual([
    ...['generator', 'generatorUsed', 'generatorBoth', 'generatorLate', 'burst', 'dropped', 'workers'],
    ...['interrupted', 'foreign', 'foreignOfCores', 'steal', 'stealOfCores'],
  ]);
  // A new one is put here, or into a list of grid.ts.
  expect(of('other')).toEqual([
    ...[
      'targetExited',
      'recovered',
      'failed',
      'neverMade',
      'noneEnded',
      'requestsFailed',
      'requestsTimedOut',
      'unexpected',
      'stale',
      'shareLess',
      'shareMore',
      'share',
    ],
    ...['warmUp', 'warmUpSpread', 'rising', 'risingSpread', 'falling', 'fallingSpread', 'jumping', 'jumpingSpread'],
    ...[
      'fallingLatency',
      'risingLatency',
      'jumpingLatency',
      'ownTime',
      'notFollowed',
      'noAgent',
      'waitedForCore',
      'shortWaits',
      'unclearWait',
    ],
    ...['clockGapNoticed', 'clockGap', 'threads', 'threadsUnseen', 'threadsTooMuch', 'threadsProfile'],
  ]);
});

test('what several cells warn of is said once, with the cells and the worst of it; other comparisons have their own sentences', () => {
  const compared = (setup: ComparisonSetup): Compared => ({
    setup,
    header: { made: 'series' },
    ending: 'completed',
    recovered: false,
    passes: [warned(0, [busy(20)]), warned(1, [busy(147), few]), passes[2]!, warned(3, [busy(30)]), warned(4, [few])].map((pass) => ({
      ...pass,
      failed: pass.excluded,
      environment: null,
    })),
  });
  const variants = Array.from({ length: 6 }, () => setupOf('plain.cjs'));
  const told = computeComparisonWarnings(compared(comparisonOf(variants, { pairs: 1, grid }))).map(wordSaid);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^Cells 1, 2, 4, most in cell 2: Other programs used 147.0\s?% of a core on average/);
  const others = computeComparisonWarnings(compared(comparisonOf(variants, { pairs: 1 }))).map(wordSaid);
  expect(others.filter((one) => one.startsWith('Cell'))).toEqual([]);
});

test('side by side, percentiles of those who were answered say how many were not', () => {
  const cells = computeGrid(grid, passes, null);
  const [, heavy] = gridMatrix(grid, cells, 'p50').rows;
  expect(cellText(heavy![1]!)).toBe('4.50 · 20\u00a0% failed');
  expect(cellText(gridMatrix(grid, cells, 'failed').rows[1]![1]!)).toBe('20.0');
});

/** Each request on a connection of its own, and a response of so many bytes. */
function connecting(bytes: number, connectMs: number, firstByteMs: number): Pass['report'] {
  const report = makeReport({ requestsPerSecond: 100 });
  const times = (mean: number) => ({ ...answeredOf(report.latencyMs!), mean, max: 1_000 + mean });
  return {
    ...report,
    load: { ...report.load, keepAlive: false },
    bytes: bytes * report.requests.completed,
    connectMs: times(connectMs),
    firstByteMs: times(firstByteMs),
  };
}

test('where each request has a connection of its own, connecting is told from waiting; bytes where they differ', () => {
  const small = { cases: ['page'], topologies: ['as it is', 'gzip'] };
  const cells = computeGrid(small, [cell(0, { report: connecting(2_000, 1.5, 6) }), cell(1, { report: connecting(800, 2, 9) })], null);
  expect(cells[1]!.figures).toMatchObject({ responseBytes: 800, connecting: { meanMs: 2, maxMs: 1_002, waitingMs: 7 } });
  const { columns, rows, note } = gridTable(small, cells);
  const place = columns.findIndex(({ title }) => title === 'Connect, ms');
  expect(rows[1]!.slice(place, place + 3).map(cellText)).toEqual(['2.00', '7.00', '1,002']);
  expect(columns.map(({ title }) => title)).toContain('Bytes per response');
  expect(note).toContain('has a connection of its own');
});

test('connections that are kept have no columns of connecting, and responses of one size none of bytes', () => {
  const titles = gridTable(grid, computeGrid(grid, passes, null)).columns.map(({ title }) => title);
  for (const title of ['Connect, ms', 'Wait, ms', 'Bytes per response']) expect(titles).not.toContain(title);
  expect(titles).toContain('CPU per request, ms');
});

test('side by side, one figure of every cell, and its difference from the first where there is one', () => {
  const cells = computeGrid(grid, passes, null);
  const shown = (measure: GridMeasure) => gridMatrix(grid, cells, measure).rows.map((row) => row.map(cellText));
  expect(shown('throughput')).toEqual([
    ['light', '2,000', '1,000 (−50.0\u00a0%)', 'not measured'],
    ['heavy', '1,600 · 20\u00a0% failed', '2,000', 'not measured'],
  ]);
  expect(shown('failed')[1]).toEqual(['heavy', '20.0', '0.0', 'not measured']);
  expect(gridMatrix(grid, cells, 'p50').columns.map(({ title }) => title)).toEqual(['Case', ...grid.topologies]);
  expect(gridMeasures(cells)).not.toContain('connect');
});

test('a grid has a cell for each case on each topology; a comparison has six variants at most', () => {
  const of = (cells: number, rest = {}) =>
    comparisonOf(
      Array.from({ length: cells }, () => setupOf('plain.cjs')),
      { pairs: 1, ...rest },
    );
  const isGood = (asked: unknown): boolean => comparisonSchema.safeParse(asked).success;
  expect(isGood(of(6, { grid }))).toBe(true);
  expect(isGood(of(5, { grid }))).toBe(false);
  expect(isGood(of(6, { grid, pairs: 2 }))).toBe(false);
  expect(isGood(of(7))).toBe(false);
  expect(isGood(of(6))).toBe(true);
});
