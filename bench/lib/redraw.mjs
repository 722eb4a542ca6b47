// How long a flame graph takes to follow what was chosen.

/** Runs in the page: `window.bench.redrawn` resolves with the ms from the next event of this type until the flame graph that it changes is on the screen. */
export function watchRedraw(type) {
  window.bench.redrawn = new Promise((resolve) => {
    let chosen = 0;
    addEventListener(type, () => (chosen = performance.now()), { capture: true, once: true });
    const changes = new MutationObserver(() => {
      changes.disconnect();
      requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - chosen)));
    });
    changes.observe(document.querySelector('svg.d3-flame-graph'), { subtree: true, attributes: true, childList: true });
  });
}
