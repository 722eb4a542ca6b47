/** Bars as one path: a thousand elements would be slow, and they are one picture. Pure. */

/** Bars from `base` up to `topOf(row)`, side by side over `width`; a hairline between them when there is room for one. */
export function barsPath(
  count: number,
  left: number,
  width: number,
  base: number,
  topOf: (row: number) => number,
  isDrawn: (row: number) => boolean,
): string {
  if (count === 0 || width <= 0) return '';
  const step = width / count;
  const wide = step > 3 ? step - 1 : Math.max(step, 0.6);
  let path = '';
  for (let row = 0; row < count; row++) {
    if (!isDrawn(row)) continue;
    // At least a pixel: a quick answer is an answer.
    const height = Math.max(1, base - topOf(row));
    path += `M${(left + row * step).toFixed(2)},${base}v${(-height).toFixed(1)}h${wide.toFixed(2)}V${base}Z`;
  }
  return path;
}
