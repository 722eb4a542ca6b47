/** How variants are told apart in charts: by letter, by mark, by dash, and by colour last. */

/** CSS properties, by position of the variant. */
export const VARIANT_COLORS = ['--variant-a', '--variant-b', '--variant-c', '--variant-d', '--variant-e', '--variant-f'] as const;

/** The base is dashed, as the others are compared with it. */
export const VARIANT_DASHES: readonly (readonly number[])[] = [[5, 3], [], [2, 2], [8, 3, 2, 3], [10, 3], [1, 3]];

export function variantColor(index: number): string {
  return VARIANT_COLORS[index] ?? '--variant-a';
}

export function variantDash(index: number): readonly number[] {
  return VARIANT_DASHES[index] ?? [];
}
