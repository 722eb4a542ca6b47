/**
 * The text size for what is drawn or placed by script: charts, and lists that know the height of their rows. The style sheets follow the same
 * root font size by `rem`.
 */
const USUAL_ROOT_PX = 16;

let scale = 1;

/** 1: the usual size. */
export function textScale(): number {
  return scale;
}

/** Columns that hold text are then wider than a small window has room for: style sheets ask for `data-large-text`. */
const LARGE = 1.25;

export function isLargeText(): boolean {
  return scale >= LARGE;
}

/** The browser may have its own usual size, so what counts is what comes out. */
export function setRootSize(percent: number): void {
  const root = document.documentElement;
  root.style.fontSize = percent === 100 ? '' : `${percent}%`;
  scale = Number.parseFloat(getComputedStyle(root).fontSize) / USUAL_ROOT_PX;
  root.toggleAttribute('data-large-text', isLargeText());
}
