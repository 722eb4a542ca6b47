import { useEffect } from 'react';
import { currentRoute, navigate, sessionOf } from '../state/route.ts';
import { showDialog } from '../state/shell.ts';
import { goBack } from '../state/way-back.ts';
import { isCovered, isTyping } from '../ui/use-screen-keys.ts';

/** The second key of "g h" must follow within this time; any other letter within it is part of a word that is typed into nothing. */
const CHORD_MS = 1_000;

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** Keys that work on every screen. A screen that uses one of them itself calls preventDefault first. */
export function useGlobalKeys(): void {
  useEffect(() => {
    let last = { key: '', at: Number.NEGATIVE_INFINITY };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isCovered()) return;
      if (event.key === 'Escape') {
        leave(event.target);
        return;
      }
      if (isTyping(event.target)) return;
      const before = event.timeStamp - last.at < CHORD_MS ? last.key : '';
      if (event.key.length === 1) last = { key: event.key, at: event.timeStamp };
      if (before === 'g' && event.key === 'h') navigate({ screen: 'home' });
      const action = KEYS[event.key];
      if (action && !(isLetter(event.key) && isLetter(before))) {
        event.preventDefault();
        last = { key: '', at: event.timeStamp };
        action();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const KEYS: Record<string, (() => void) | undefined> = {
  '?': () => showDialog('keys'),
  n: () => navigate({ screen: 'setup' }),
  o: () => showDialog('open'),
};

/** Esc leaves the field first, then the screen; never a run or a result, whose tab, folds and zoom would be lost. */
function leave(target: EventTarget | null): void {
  const route = currentRoute();
  if (isTyping(target)) (target as HTMLElement).blur();
  else if (route.screen !== 'home' && sessionOf(route) === null) goBack();
}
