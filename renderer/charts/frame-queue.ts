/** One animation frame for all charts: what changed is drawn together, once, and not at all while the page is hidden. */
type Draw = () => void;

const waiting = new Set<Draw>();
let asked = false;

function drawAll(): void {
  asked = false;
  const due = [...waiting];
  waiting.clear();
  for (const draw of due) draw();
}

function ask(): void {
  if (asked || waiting.size === 0 || document.hidden) return;
  asked = true;
  requestAnimationFrame(drawAll);
}

/** Draws `draw` in the next frame; asked twice before it, still once. Returns what takes the request back. */
export function drawNextFrame(draw: Draw): () => void {
  waiting.add(draw);
  ask();
  return () => waiting.delete(draw);
}

if (typeof document !== 'undefined') document.addEventListener('visibilitychange', ask);
