/** The order of a comparison's runs. */
import { makeRandom, shuffle } from '../../base/statistics/random.ts';
import type { ComparisonSetup } from '../../model/comparison/comparison.ts';
import type { Pass, PassKind } from '../../model/comparison/pass.ts';

/**
 * Every variant once per round, in an order drawn for each round from the seed: a machine that gets slower slows all variants
 * alike, and none always goes first. Profiled passes stand at the end, so that no measured pass comes after one. Cells of a grid are
 * run as they stand: those of one case follow each other.
 */
export function planPasses({
  variants,
  pairs,
  profiled,
  seed,
  grid,
}: Pick<ComparisonSetup, 'variants' | 'pairs' | 'profiled' | 'seed' | 'grid'>): Pass[] {
  const random = makeRandom(seed);
  const passes: Pass[] = [];
  const add = (variant: number, round: number, kind: PassKind): void => {
    passes.push({ index: passes.length, variant, round, kind, report: null, excluded: null });
  };
  const order = variants.map((_, variant) => variant);
  for (let round = 0; round < pairs; round++)
    for (const variant of grid === undefined ? shuffle(order, random) : order) add(variant, round, 'measured');
  if (profiled) for (const variant of order) add(variant, pairs, 'profiled');
  return passes;
}
