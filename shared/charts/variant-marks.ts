/** The marks of variants: circle, circle, square, triangle, diamond, triangle downwards; by position. The base's is drawn hollow. Pure. */

/** Hundredths of a pixel: a mark is small, and has to be even. */
const px = (value: number): string => String(Math.round(value * 100) / 100);

/** Outline of a mark around a point, for an SVG path. */
export function markPath(variant: number, size: number, x = 0, y = 0): string {
  const r = size / 2;
  const corners = (...places: readonly (readonly [number, number])[]): string =>
    `M${places.map(([dx, dy]) => `${px(x + dx * r)},${px(y + dy * r)}`).join('L')}Z`;
  switch (variant % 6) {
    case 2:
      return corners([-1, -1], [1, -1], [1, 1], [-1, 1]);
    case 3:
      return corners([0, -1.15], [1.15, 1], [-1.15, 1]);
    case 4:
      return corners([0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]);
    case 5:
      return corners([0, 1.15], [-1.15, -1], [1.15, -1]);
    default:
      return `M${px(x - r)},${px(y)}a${px(r)},${px(r)} 0 1 0 ${px(2 * r)},0a${px(r)},${px(r)} 0 1 0 ${px(-2 * r)},0Z`;
  }
}
