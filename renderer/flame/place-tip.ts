const HEIGHT = 132;
const GAP = 14;
const LEAST = 8;

/** Where a tip is: beside the pointer, on the side with enough room. Moved, not placed: nothing else is laid out again. */
export function placeTip({ x, y }: { readonly x: number; readonly y: number }, width: number): { transform: string; width: number } {
  const left = x + GAP + width > window.innerWidth ? Math.max(LEAST, x - width - GAP) : x + GAP;
  const top = y + GAP + HEIGHT > window.innerHeight ? Math.max(LEAST, y - HEIGHT - GAP) : y + GAP;
  return { transform: `translate(${left}px, ${top}px)`, width };
}
