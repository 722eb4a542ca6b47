/**
 * Actions of the current screen, triggered by a key or by a menu of the desktop window; both call the same function.
 *
 *   search     focuses the search field; offered by a view that has one
 *   turnTab    shows the next tab (1) or the previous one (-1); offered by a view with tabs
 *   toSearch   shows the tab with the search field; offered by a view that has one on another tab
 */
import { useEffect, useRef } from 'react';
import { useCommands } from '../commands/commands.ts';
import { isCovered } from './use-screen-keys.ts';

interface ScreenActions {
  readonly search: () => void;
  readonly turnTab: (step: 1 | -1) => void;
  readonly toSearch: () => void;
}

const offered: { -readonly [Name in keyof ScreenActions]?: ScreenActions[Name] } = {};
/** A search field is about to be shown and gets the focus then. */
let isSearchWanted = false;

/** Offers an action while the calling component is mounted; null: not now. */
export function useScreenAction<Name extends keyof ScreenActions>(name: Name, action: ScreenActions[Name] | null): void {
  const latest = useRef(action);
  latest.current = action;
  const isOffered = action !== null;
  useEffect(() => {
    if (!isOffered) return;
    const mine = ((...args: never[]) => (latest.current as ((...all: never[]) => void) | null)?.(...args)) as ScreenActions[Name];
    (offered as Record<Name, unknown>)[name] = mine;
    return () => {
      if (offered[name] === mine) delete offered[name];
    };
  }, [name, isOffered]);
}

/** Offers a search field, also for the key "/"; null: it is not rendered yet. */
export function useSearchAction(focus: (() => void) | null): void {
  useCommands({ search: focus });
  useScreenAction('search', focus);
  const latest = useRef(focus);
  latest.current = focus;
  const isThere = focus !== null;
  useEffect(() => {
    if (!isThere || !isSearchWanted) return;
    isSearchWanted = false;
    latest.current?.();
  }, [isThere]);
}

/** True: the next search field shown gets the focus; false: no longer. */
export function wantSearch(wanted: boolean): void {
  isSearchWanted = wanted;
}

/** Performs the action, unless no view offers it or a dialog must be closed first. Returns whether it was performed. */
export function askScreen<Name extends keyof ScreenActions>(name: Name, ...args: Parameters<ScreenActions[Name]>): boolean {
  const action = offered[name] as ((...all: Parameters<ScreenActions[Name]>) => void) | undefined;
  if (action === undefined || isCovered()) return false;
  action(...args);
  return true;
}
