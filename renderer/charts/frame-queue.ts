/** One animation frame for all charts: everything that changed is drawn once per frame, and nothing while the page is hidden. */
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

/** Calls `draw` in the next frame, once even if it was queued several times. Returns a function that cancels it. */
export function drawNextFrame(draw: Draw): () => void {
  waiting.add(draw);
  ask();
  return () => waiting.delete(draw);
}

if (typeof document !== 'undefined') document.addEventListener('visibilitychange', ask);
