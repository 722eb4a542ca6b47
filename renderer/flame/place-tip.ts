import { textScale } from '../text-scale.ts';

/** At the usual text size, as the widths. */
const HEIGHT = 132;
const GAP = 14;
const LEAST = 8;

/** Where a tip is: beside the pointer, on the side with enough room. Moved, not placed: nothing else is laid out again. */
export function placeTip({ x, y }: { readonly x: number; readonly y: number }, usualWidth: number): { transform: string; width: number } {
  const width = usualWidth * textScale();
  const height = HEIGHT * textScale();
  const left = x + GAP + width > window.innerWidth ? Math.max(LEAST, x - width - GAP) : x + GAP;
  const top = y + GAP + height > window.innerHeight ? Math.max(LEAST, y - height - GAP) : y + GAP;
  return { transform: `translate(${left}px, ${top}px)`, width };
}
