import { useEffect, useRef } from 'react';

/** Elements in which letters are text and not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** A control that uses the key itself. */
function usesSpace(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.getAttribute('aria-selected') === 'true') return false;
  return target.closest('button, a, [role="radio"], [role="menuitem"]') !== null;
}

/** Something above the screen (a dialog, a menu) closes first. */
export function isCovered(): boolean {
  return document.querySelector('[role="dialog"]:not([data-term]), [role="menu"], [role="listbox"]') !== null;
}

/** Keys of the whole screen, by `event.key`. Not while typing, not with modifiers, not what a control has used already. */
export function useScreenKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      if (action === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      if (event.key === ' ' && usesSpace(event.target)) return;
      if (isCovered()) return;
      event.preventDefault();
      action();
    };
    // Before the frame, which listens at the window: a key that the screen uses itself has no other meaning there.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
