import { expect, test } from 'vitest';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { computeComparisonWarnings } from '../../../../shared/rules/comparison-rules.ts';
import { type Said, say, sayBoth } from '../../../../shared/words/said.ts';
import { makeRunReport, makeSetup } from '../../../helpers/fake-data.ts';
import { drawCompared } from './draw-compared.ts';

/** What is said of a grid with such warnings of its cells. */
function tell(cells: readonly (readonly Said[])[]): string[] {
  const drawn = drawCompared(makeRandom(3));
  const report = makeRunReport(makeSetup('/app/server.js'), 2_000);
  const passes = cells.map((warnings, index) => ({
    ...{ index, variant: 0, round: 0, kind: 'measured' as const, excluded: null, failed: null, environment: null },
    report: { ...report, warnings },
  }));
  const grid = { cases: ['one'], topologies: ['direct'] };
  return computeComparisonWarnings({ ...drawn, recovered: false, passes, setup: { ...drawn.setup, grid } }).map(wordSaid);
}

test('warnings of cells are told apart by what they are about, with advice or without, and the worst is that of the largest figure', () => {
  const used = (percent: number): Said => say('runWarning.generatorUsed', { used: percent, limit: 80 });
  const cells: Said[][] = [
    [used(82)],
    [sayBoth(used(97), say('advice.moreLoadProcesses', { workers: 2 }))],
    [sayBoth(say('runWarning.rising'), say('advice.longerWarmUpMay'))],
  ];
  const told = tell(cells);
  expect(told.length).toBe(2);
  expect(told[0]).toContain('97 % of a core');
  expect(told[0]).toContain('-w 2');
  expect(told[1]).toContain('A longer warm-up may avoid this.');
});

test('where no figure of a warning says how bad it is, one cell is told as an example', () => {
  // More load processes on more cores are not worse than fewer on one.
  const workers = (count: number, cores: number): Said => say('runWarning.workers', { workers: count, cores });
  expect(tell([[workers(3, 1)], [workers(9, 8)]])).toEqual([
    expect.stringMatching(/^Cells 1, 2, for example in cell 1: 3 load processes ran on a machine with one core:/),
  ]);
});
