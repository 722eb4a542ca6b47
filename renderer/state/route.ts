/** Which screen is shown: the first part of the address (address.ts). */
import { useMemo } from 'react';
import { goTo, useAddress } from './address.ts';
import { NO_VIEW, type ViewState } from './view-codec.ts';

export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'setup' }
  | { readonly screen: 'run'; readonly sessionId: string }
  | { readonly screen: 'settings' }
  | { readonly screen: 'probe' }
  | { readonly screen: 'compare-setup' }
  | { readonly screen: 'compare'; readonly sessionId: string }
  /** A study, and its comparison once one has been started. */
  | { readonly screen: 'study'; readonly name: string; readonly sessionId: string | null }
  /** A page of the help; null: its first. `section`: the heading to begin at, in small letters with hyphens. */
  | { readonly screen: 'help'; readonly page: string | null; readonly section?: string }
  | { readonly screen: 'unknown'; readonly hash: string };

/** `hash`: without what the screen shows. */
export function parseRoute(hash: string): Route {
  const [screen = '', rest, more] = hash.replace(/^#\/?/, '').split('/');
  if (screen === '') return { screen: 'home' };
  if (screen === 'setup' || screen === 'settings' || screen === 'compare-setup' || screen === 'probe') return { screen };
  const id = rest ? decode(rest) : null;
  if ((screen === 'run' || screen === 'compare') && id !== null) return { screen, sessionId: id };
  if (screen === 'study' && id !== null) return { screen, name: id, sessionId: more ? decode(more) : null };
  const section = more ? decode(more) : null;
  if (screen === 'help') return { screen, page: id, ...(section === null ? {} : { section }) };
  return { screen: 'unknown', hash };
}

/** Null: not a valid address of a screen. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export function hashOf(route: Route): string {
  switch (route.screen) {
    case 'home':
      return '#/';
    case 'run':
    case 'compare':
      return `#/${route.screen}/${encodeURIComponent(route.sessionId)}`;
    case 'study':
      return `#/study/${encodeURIComponent(route.name)}${route.sessionId === null ? '' : `/${encodeURIComponent(route.sessionId)}`}`;
    case 'help':
      return `#/${['help', route.page, route.section].filter(isPart).map(encodeURIComponent).join('/')}`;
    case 'unknown':
      return route.hash;
    default:
      return `#/${route.screen}`;
  }
}

const isPart = (part: string | null | undefined): part is string => typeof part === 'string';

export function useRoute(): Route {
  const path = useAddress((address) => address.path);
  return useMemo(() => parseRoute(path), [path]);
}

/** The current route, for event handlers; components use `useRoute`. */
export function currentRoute(): Route {
  return parseRoute(useAddress.getState().path);
}

/** The session that a screen shows; null: none. */
export function sessionOf(route: Route): string | null {
  return route.screen === 'run' || route.screen === 'compare' || route.screen === 'study' ? route.sessionId : null;
}

/** What the current screen shows, for a screen that takes its place. */
export function currentView(): ViewState {
  return useAddress.getState().view;
}

/** At once: a key pressed right afterwards is meant for the new screen. `replace`: Back does not return here. */
export function navigate(route: Route, { replace = false, view = NO_VIEW }: { replace?: boolean; view?: ViewState } = {}): void {
  goTo(hashOf(route), view, replace);
}
