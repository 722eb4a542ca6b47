/**
 * What Escape takes back on a screen, one thing at a time. A view says what it has to take back now; which comes first is said here, and not by the
 * order in which views happened to be mounted. Fields, menus, dialogs and what has the focus use the key before (`event.defaultPrevented`).
 */
import { useEffect, useRef } from 'react';

/** The innermost first: what lies in something else is taken back before that. */
const LEVELS = ['zoom', 'folds', 'place', 'window'] as const;
/** `zoom`: in a figure, with its folds where it undoes both. `place`: a function or file that was opened within a tab. `window`: the part of the run. */
type EscapeLevel = (typeof LEVELS)[number];

interface Entry {
  readonly level: EscapeLevel;
  readonly takeBack: (() => void) | null;
}

const entries = new Set<{ readonly current: Entry }>();

/** While the calling component is mounted; null: there is nothing to take back now. */
export function useEscape(level: EscapeLevel, takeBack: (() => void) | null): void {
  const latest = useRef<Entry>({ level, takeBack });
  latest.current = { level, takeBack };
  useEffect(() => {
    entries.add(latest);
    return () => void entries.delete(latest);
  }, []);
}

/** Whether there was something. Of one level what was mounted last comes first. */
export function takeBack(): boolean {
  for (const level of LEVELS) {
    const act = [...entries].reverse().find(({ current }) => current.level === level && current.takeBack !== null)?.current.takeBack;
    if (act == null) continue;
    act();
    return true;
  }
  return false;
}
