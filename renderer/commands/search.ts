/** Search fields, which the key, the palette and the menu of the desktop window lead to, also from another tab. */
import { useEffect, useRef } from 'react';
import { useCommands } from './commands.ts';

/** A search field is about to be shown and gets the focus then. */
let isWanted = false;

/** Offers a search field; null: it is not rendered yet, and gets the focus when it is. */
export function useSearch(focus: (() => void) | null): void {
  useCommands({ search: focus ?? (() => wantSearch(true)) });
  const latest = useRef(focus);
  latest.current = focus;
  const isThere = focus !== null;
  useEffect(() => {
    if (!isThere || !isWanted) return;
    isWanted = false;
    latest.current?.();
  }, [isThere]);
}

/** True: the next search field shown gets the focus; false: no longer. */
export function wantSearch(wanted: boolean): void {
  isWanted = wanted;
}
