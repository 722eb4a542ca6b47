/** What the runs of a grid warn of, each warning once with the cells that have it. */
import { warningsOfCell } from '../../analysis/verdicts/grid.ts';
import { groupBy } from '../../base/group-by.ts';
import { firstOf, isVerbatim, keyOf, type Said, type SaidKey, say } from '../../words/said.ts';
import { type Compared, comparisonWarning, finishedOf } from './compared.ts';

export const cellWarnings = comparisonWarning(
  'cell-warnings',
  (compared) => {
    if (compared.setup.grid === undefined) return [];
    return groupsOf(compared).map((cells) => {
      const runs = { list: rangesOf(cells.map(({ run }) => run)), by: 'comma' } as const;
      const [first, ...others] = cells;
      const isSame = others.every(({ said }) => JSON.stringify(said) === JSON.stringify(first.said));
      const told = { count: cells.length, runs };
      if (isSame) return say('comparisonWarning.cells', { ...told, why: first.said });
      const [worst] = cells.flatMap(weighed).sort((one, other) => other.weight - one.weight);
      return worst === undefined
        ? say('comparisonWarning.cellsExample', { ...told, why: first.said, example: first.run })
        : say('comparisonWarning.cellsWorst', { ...told, why: worst.said, worst: worst.run });
    });
  },
  { ofGrids: true },
);

interface Warned {
  readonly run: number;
  readonly said: Said;
}

/** Warnings that differ only in their figures are one. In the order of the runs. */
function groupsOf(compared: Compared): [Warned, ...Warned[]][] {
  const warned = finishedOf(compared).flatMap(({ index, report }) => warningsOfCell(report).map((said) => ({ run: index + 1, said })));
  return [...groupBy(warned, ({ said }) => (isVerbatim(said) ? said.verbatim.replace(/\d[\d.,]*/g, '#') : keyOf(said)!)).values()];
}

/** The parameter that says how bad it is; of all other warnings no figure does. */
const WEIGHT_OF: { readonly [Key in SaidKey]?: string } = {
  'runWarning.foreign': 'mean',
  'runWarning.foreignOfCores': 'mean',
  'runWarning.steal': 'mean',
  'runWarning.stealOfCores': 'mean',
  'runWarning.generatorUsed': 'used',
  'runWarning.generatorBoth': 'used',
  'runWarning.generatorLate': 'late',
};

/** Empty: there is no such figure. */
function weighed(cell: Warned): (Warned & { readonly weight: number })[] {
  const first = firstOf(cell.said);
  if (isVerbatim(first)) return [];
  const name = WEIGHT_OF[first.key as SaidKey];
  const param = name === undefined ? undefined : first.params[name];
  const weight = typeof param === 'object' && 'figure' in param ? param.figure : param;
  return typeof weight === 'number' ? [{ ...cell, weight }] : [];
}

/** 1, 2, 3, 5 as "1–3", "5". */
function rangesOf(runs: readonly number[]): string[] {
  const ranges: [from: number, to: number][] = [];
  for (const run of new Set(runs)) {
    const last = ranges.at(-1);
    if (last !== undefined && run === last[1] + 1) last[1] = run;
    else ranges.push([run, run]);
  }
  return ranges.flatMap(([from, to]) => (to - from < 2 ? (from === to ? [`${from}`] : [`${from}`, `${to}`]) : [`${from}–${to}`]));
}
