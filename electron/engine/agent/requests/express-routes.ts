/**
 * The pattern of the route of Express (and of what is built on it) that answered a request. `route` stays with the request; the routers that lead to
 * it are looked up in the program's own tree of routers, because `baseUrl` has only the part of the path that they matched, and is that of the
 * moment: whoever sends the response after the router has been left finds none. Nothing of the program is changed or called but its patterns.
 */
import type { IncomingMessage } from 'node:http';
import { foldPath, segmentsOf } from './fold-path.ts';

interface Layer {
  readonly route?: object;
  /** A router has a stack of its own. */
  readonly handle?: { readonly stack?: unknown };
  /** The pattern, as newer ones remember it. */
  readonly rawPath?: unknown;
  /** Express 5: each gives the part of a path that it matches. */
  readonly matchers?: readonly ((path: string) => false | Matched)[];
  /** Express 4. */
  readonly regexp?: RegExp;
  readonly keys?: readonly { readonly name: string | number }[];
}

interface Matched {
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Application {
  /** Express 4; its `router` throws. */
  readonly _router?: { readonly stack?: unknown };
  readonly lazyrouter?: unknown;
  readonly router?: { readonly stack?: unknown };
  /** Of an application that is mounted in another: where, as a pattern. */
  readonly parent?: unknown;
  path?(): unknown;
}

interface Answered extends IncomingMessage {
  readonly route?: { readonly path?: unknown };
  readonly baseUrl?: unknown;
  readonly app?: Application;
}

/** Routers in routers; deeper ones are not looked for. */
const MOST_DEPTH = 10;

export class ExpressRoutes {
  /** The routers that lead to a route, from the outside in; several ways, where one router is mounted twice. */
  private readonly ways = new WeakMap<object, readonly (readonly Layer[])[]>();

  /** `url`: as it was asked for. Null: no route of it answered, or its pattern says nothing. */
  patternOf(request: Answered, url: string): string | null {
    const { route } = request;
    const path = route?.path;
    if (typeof path !== 'string') return null;
    if (isWildcard(path)) return path;
    const mounted = this.mountOf(request, path, url);
    return `${mounted}${path === '/' && mounted !== '' ? '' : path}` || '/';
  }

  private mountOf(request: Answered, path: string, url: string): string {
    try {
      const found = this.wayOf(request, url);
      if (found !== null) return found;
    } catch {
      // Not built as Express is.
    }
    return mountByPath(request, path, url);
  }

  /** Null: the route is in no router that can be found. */
  private wayOf({ route, app }: Answered, url: string): string | null {
    const stack = app && stackOf(app);
    if (!app || stack === null || stack === undefined) return null;
    const mounted = typeof app.parent === 'function' && typeof app.path === 'function' ? app.path() : '';
    if (typeof mounted !== 'string') return null;
    const ways = this.ways.get(route!) ?? findWays(stack, route!);
    this.ways.set(route!, ways);
    const [pathname = ''] = url.split(/[?#]/, 1);
    // Of an application in another: what is left of the path below it is as long as the way through its own routers.
    const below = mounted === '' ? pathname : `/${segmentsOf(pathname).slice(segmentsOf(mounted).length).join('/')}`;
    for (const way of ways) {
      const prefix = prefixOf(way, below);
      if (prefix !== null) return `${mounted === '/' ? '' : mounted}${prefix}`;
    }
    return null;
  }
}

function stackOf(app: Application): readonly Layer[] | null {
  const router = app._router ?? (app.lazyrouter === undefined ? app.router : undefined);
  return Array.isArray(router?.stack) ? router.stack : null;
}

function findWays(stack: readonly Layer[], route: object, before: readonly Layer[] = []): (readonly Layer[])[] {
  return stack.flatMap((layer) => {
    if (layer.route === route) return [before];
    const inner = layer.handle?.stack;
    return Array.isArray(inner) && before.length < MOST_DEPTH ? findWays(inner as readonly Layer[], route, [...before, layer]) : [];
  });
}

/** The patterns of the layers that match the beginning of a path, one after the other. Null: one does not. */
function prefixOf(way: readonly Layer[], pathname: string): string | null {
  let [prefix, rest] = ['', pathname];
  for (const layer of way) {
    const matched = match(layer, rest);
    if (matched === null) return null;
    const { rawPath } = layer;
    prefix += typeof rawPath === 'string' ? (rawPath === '/' ? '' : rawPath) : named(matched);
    rest = rest.slice(matched.path.length);
    if (!rest.startsWith('/')) rest = `/${rest}`;
  }
  return prefix;
}

function match({ matchers, regexp, keys = [] }: Layer, path: string): Matched | null {
  for (const matcher of matchers ?? []) {
    const found = matcher(path);
    if (found !== false) return { ...found, path: found.path === '/' ? '' : found.path.replace(/\/$/, '') };
  }
  const found = regexp?.exec(path);
  if (!found) return null;
  return { path: found[0].replace(/\/$/, ''), params: Object.fromEntries(keys.map(({ name }, at) => [name, found[at + 1]])) };
}

/** `/acme` with `{ org: 'acme' }` is `/:org`. */
function named({ path, params }: Matched): string {
  const names = new Map(Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[value, name] as const] : [])));
  return path
    .split('/')
    .map((segment) => {
      const name = names.get(decoded(segment));
      return name === undefined ? foldPath(`/${segment}`).slice(1) : `:${name}`;
    })
    .join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** By what the request itself says. Where its router has been left: what of the path comes before the segments of the pattern. */
function mountByPath({ baseUrl }: Answered, path: string, url: string): string {
  // Sails has a whole URL there.
  const base = typeof baseUrl === 'string' && !baseUrl.includes('://') ? baseUrl : '';
  if (base !== '') return base === '/' ? '' : foldPath(base);
  // Optional parts and wildcards match any number.
  if (/[{}*?+(]/.test(path)) return '';
  const [pathname = ''] = url.split(/[?#]/, 1);
  const { length } = segmentsOf(path);
  return length === 0 ? '' : foldPath(pathname).split('/').slice(0, -length).join('/');
}

/** `*`, `/*`, `/*splat`, `/{*splat}`, `(.*)`, `/:any(.*)`: it matches whatever comes. */
export function isWildcard(pattern: string): boolean {
  return /^\/?(?:\{?\/?\*\w*\}?|(?::\w+)?\(\.\*\)\*?)$/.test(pattern);
}
