/**
 * Canvases are as wide as the window and cannot be drawn anew while the browser prints. So the page is laid out as wide as the window on paper, too, and
 * the browser makes it as small as the paper needs (styles/print.css).
 */
export function setupPrint(): void {
  const paper = window.matchMedia('print');
  const root = document.documentElement;
  const note = () => {
    if (!paper.matches) root.style.setProperty('--window-width', `${root.clientWidth}px`);
  };
  note();
  window.addEventListener('resize', note);
}
