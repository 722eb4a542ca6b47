/** Which screen is shown. Kept in the URL's hash, so that Back, reload and bookmarks work. */
import { create } from 'zustand';

export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'setup' }
  | { readonly screen: 'run'; readonly sessionId: string }
  | { readonly screen: 'settings' }
  | { readonly screen: 'compare-setup' }
  | { readonly screen: 'compare'; readonly sessionId: string }
  /** A study, and its comparison once one has been started. */
  | { readonly screen: 'study'; readonly name: string; readonly sessionId: string | null }
  /** A page of the help; null: its first. */
  | { readonly screen: 'help'; readonly page: string | null }
  | { readonly screen: 'unknown'; readonly hash: string };

export function parseRoute(hash: string): Route {
  const [screen = '', rest, more] = hash.replace(/^#\/?/, '').split('/');
  if (screen === '') return { screen: 'home' };
  if (screen === 'setup' || screen === 'settings' || screen === 'compare-setup') return { screen };
  const id = rest ? decode(rest) : null;
  if ((screen === 'run' || screen === 'compare') && id !== null) return { screen, sessionId: id };
  if (screen === 'study' && id !== null) return { screen, name: id, sessionId: more ? decode(more) : null };
  if (screen === 'help') return { screen, page: id };
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
      return route.page === null ? '#/help' : `#/help/${encodeURIComponent(route.page)}`;
    case 'unknown':
      return route.hash;
    default:
      return `#/${route.screen}`;
  }
}

const useRouteStore = create<{ route: Route }>(() => ({ route: { screen: 'home' } }));

export function useRoute(): Route {
  return useRouteStore((state) => state.route);
}

/** The current route, for event handlers; components use `useRoute`. */
export function currentRoute(): Route {
  return useRouteStore.getState().route;
}

/** The session that a screen shows; null: none. */
export function sessionOf(route: Route): string | null {
  return route.screen === 'run' || route.screen === 'compare' || route.screen === 'study' ? route.sessionId : null;
}

/** `replace`: Back does not return here. */
export function navigate(route: Route, how: { replace?: boolean } = {}): void {
  const hash = hashOf(route);
  if (how.replace) window.history.replaceState(null, '', hash);
  else if (window.location.hash !== hash) window.location.hash = hash;
  // `hashchange` fires later, and a key pressed meanwhile is meant for the new screen.
  useRouteStore.setState({ route });
}

/** Follows the address. Called once, before the first render. */
export function setupRoute(): void {
  const follow = () => {
    const route = parseRoute(window.location.hash);
    if (hashOf(route) !== hashOf(currentRoute())) useRouteStore.setState({ route });
  };
  window.addEventListener('hashchange', follow);
  follow();
}
