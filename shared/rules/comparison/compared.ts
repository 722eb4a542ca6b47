/** What rules of comparisons look at: the set-up and what is kept of the runs. */
import { type ComparisonSetup, variantLetter } from '../../model/comparison/comparison.ts';
import type { Exclusion } from '../../model/comparison/exclusion.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import type { Environment, RunReport } from '../../model/report.ts';
import type { ComparisonEnding, ComparisonHeader } from '../../session/format.ts';
import { type Enumeration, type Param, type Said, say } from '../../words/said.ts';
import { type Warning, warning } from '../rule.ts';

interface ComparedPass extends Pass {
  /** Why it is excluded, judged by this run alone; null: it is not. */
  readonly failed: Exclusion | null;
  readonly environment: Environment | null;
}

export interface Compared {
  readonly setup: ComparisonSetup;
  readonly header: Pick<ComparisonHeader, 'made'>;
  readonly ending: ComparisonEnding | null;
  readonly recovered: boolean;
  readonly passes: readonly ComparedPass[];
}

/** `ofGrids`: said of a grid, too, whose cells are told with their runs otherwise. */
export interface ComparisonRule extends Warning<Compared> {
  readonly ofGrids?: true;
}

type More = Pick<ComparisonRule, 'about' | 'silences' | 'ofGrids'>;

export function comparisonWarning(id: string, find: ComparisonRule['find'], more: More = {}): ComparisonRule {
  return { ...warning(id, find), ...more };
}

type Finished = ComparedPass & { readonly report: RunReport };

export function finishedOf({ passes }: Compared): Finished[] {
  return passes.filter((pass): pass is Finished => pass.report !== null);
}

/** Without results of other tools. */
export function oursOf(compared: Compared): Finished[] {
  return finishedOf(compared).filter(({ variant }) => compared.setup.variants[variant]!.tool === undefined);
}

/** Measured, and not left out. */
export function countedOf(finished: readonly Finished[]): Finished[] {
  return finished.filter(({ kind, excluded }) => kind === 'measured' && excluded === null);
}

/** "A none, B 12.5 %": values in the order of the variants; null: unknown. */
export function listByLetter(values: readonly (Param | null)[]): Param {
  return values
    .map((value, index) =>
      say('comparisonWarning.value', { variant: variantLetter(index), value: value ?? say('comparisonWarning.unknown') }),
    )
    .reduce((before, next) => say('comparisonWarning.valueAfter', { before, next }));
}

type DifferingKey = `comparisonWarning.${'machines' | 'models' | 'load' | 'nodes' | 'captures' | 'versions'}`;

/** `told`: the values in words. */
export function differing<Value extends string>(
  key: DifferingKey,
  values: readonly (Value | null)[],
  told: readonly (Param | null)[] = values,
): Said[] {
  return new Set(values).size > 1 ? [say(key, { values: listByLetter(told) })] : [];
}

export const asText = (said: Said | null): string | null => said && JSON.stringify(said);

export function lettersOf(variants: readonly number[]): Enumeration {
  return { list: variants.map(variantLetter), by: 'and' };
}
