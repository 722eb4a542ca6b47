/** How variants are told apart in charts: by letter, by mark, by dash, and by colour last. */

/** CSS properties, by position of the variant. */
export const VARIANT_COLORS = ['--variant-a', '--variant-b', '--variant-c', '--variant-d', '--variant-e', '--variant-f'] as const;

/** The base is dashed: it is what the others are held against. */
export const VARIANT_DASHES: readonly (readonly number[])[] = [[5, 3], [], [2, 2], [8, 3, 2, 3], [10, 3], [1, 3]];

export function variantColor(index: number): string {
  return VARIANT_COLORS[index] ?? '--variant-a';
}

export function variantDash(index: number): readonly number[] {
  return VARIANT_DASHES[index] ?? [];
}

/** Outline of the variant's mark around (0, 0), for an SVG path; the base's is drawn hollow. */
export function markPath(index: number, size: number): string {
  const r = size / 2;
  const d = r * 1.15;
  switch (index % 6) {
    case 2:
      return `M${-r},${-r}H${r}V${r}H${-r}Z`;
    case 3:
      return `M0,${-d}L${d},${r}H${-d}Z`;
    case 4:
      return `M0,${-d}L${d},0L0,${d}L${-d},0Z`;
    case 5:
      return `M0,${d}L${-d},${-r}H${d}Z`;
    default:
      return `M${-r},0A${r},${r} 0 1 0 ${r},0A${r},${r} 0 1 0 ${-r},0Z`;
  }
}
