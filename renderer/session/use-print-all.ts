/**
 * Ctrl+P prints all tabs of a result, not only the one that is shown. Charts cannot be drawn while the browser prints, so the others are laid out
 * first, out of sight, and the browser prints when they have what they asked for. The menu of a browser prints at
 * once, before anything could be asked for: then it is the tab that is shown, which says so on paper.
 */
import { useEffect, useRef, useState } from 'react';
import { isWaiting } from '../bridge.ts';

/** Then it prints what is there. */
const LONGEST_MS = 5_000;
/** A reply becomes a picture in the tasks that follow, and may lead to another question. */
const QUIET_MS = 300;

/** Whether all tabs are to be there. */
export function usePrintAll(enabled: boolean): boolean {
  const [isAll, setAll] = useState(false);
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (!enabled) return;
    const print = async () => {
      isUnderWay.current = true;
      setAll(true);
      await untilQuiet();
      try {
        window.print();
      } finally {
        setAll(false);
        isUnderWay.current = false;
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!isUnderWay.current) void print();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
  return isAll;
}

/** Until every reply has come, and nothing has changed on the page since. */
async function untilQuiet(): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  let changed = performance.now();
  const changes = new MutationObserver(() => {
    changed = performance.now();
  });
  changes.observe(document.body, { subtree: true, childList: true, attributes: true });
  for (let now = changed; now < end && now < changed + QUIET_MS; now = performance.now()) {
    await new Promise(requestAnimationFrame);
    if (isWaiting()) changed = performance.now();
  }
  changes.disconnect();
}
