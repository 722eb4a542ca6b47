/**
 * CPU used by other programs, variant by variant: if it differs between the variants, it may explain the difference. In runs that are left out because
 * of their errors, too: they are compared by these, and what others used meanwhile is known of them all the same.
 */
import type { Percent } from '../../base/units.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import type { MachineFigures } from '../../model/report.ts';
import { saidForeign, saidSteal } from '../../session/disturbance.ts';
import { say } from '../../words/said.ts';
import { type Compared, comparisonWarning } from './compared.ts';
import { wholeRunsOf } from './shares.ts';

/** The threshold and its argument: disturbance.ts. */
export const otherPrograms = comparisonWarning('other-programs', (compared) => {
  const told = disturbed(compared, saidForeign, (machine) => machine?.foreignPercent?.mean);
  return told === null ? [] : [say('comparisonWarning.foreign', told)];
});

/** As well. */
export const stolenTime = comparisonWarning('stolen-time', (compared) => {
  const told = disturbed(compared, saidSteal, (machine) => machine?.stealPercent?.mean);
  return told === null ? [] : [say('comparisonWarning.steal', told)];
});

type Machine = MachineFigures | null | undefined;

function disturbed(compared: Compared, saidOf: (machine: Machine) => Percent | null, figureOf: (machine: Machine) => Percent | undefined) {
  const runs = wholeRunsOf(compared).filter(({ variant }) => compared.setup.variants[variant]!.tool === undefined);
  const many = runs.filter(({ report }) => saidOf(report.machine) !== null).length;
  if (many === 0) return null;
  const means = compared.setup.variants.map((_, of) => {
    const figures = runs.flatMap(({ variant, report }) => (variant === of ? (figureOf(report.machine) ?? []) : []));
    const mean = Math.round(figures.reduce((a, b) => a + b, 0) / figures.length);
    const value = figures.length === 0 ? say('comparisonWarning.unknown') : say('comparisonWarning.share', { percent: mean });
    return say('comparisonWarning.value', { variant: variantLetter(of), value });
  });
  return { disturbed: many, count: runs.length, means: { list: means, by: 'comma' } as const };
}
