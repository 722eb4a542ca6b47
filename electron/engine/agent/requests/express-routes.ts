/**
 * The pattern of the route of Express (and of what is built on it) that served a request. `route` stays with the request; the routers that lead to
 * it are looked up in the program's own tree of routers, because `baseUrl` has only the part of the path that they matched, and is that of the
 * moment: whoever sends the response after the router has been left finds none. Nothing of the program is changed or called but its patterns.
 */
import type { IncomingMessage } from 'node:http';
import { foldPath, segmentsOf } from './fold-path.ts';

/** What a program gives as a path. */
type Path = string | RegExp;

interface Layer {
  readonly route?: object;
  /** A router has a stack of its own. */
  readonly handle?: { readonly stack?: unknown };
  /** The pattern, as newer ones remember it. */
  readonly rawPath?: unknown;
  /** Express 5: each gives the part of a path that it matches, one for each pattern. */
  readonly matchers?: readonly ((path: string) => false | Matched)[];
  /** Express 4. */
  readonly regexp?: RegExp;
  readonly keys?: readonly { readonly name: string | number }[];
}

/** The routers that lead to a route, from the outside in, and the layer that it is in. */
interface Way {
  readonly through: readonly Layer[];
  readonly last: Layer;
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

interface Served extends IncomingMessage {
  readonly route?: { readonly path?: unknown };
  readonly baseUrl?: unknown;
  readonly app?: Application;
}

/** Routers in routers; deeper ones are not looked for. */
const MOST_DEPTH = 10;

export class ExpressRoutes {
  /** Several ways, where one router is mounted twice. */
  private readonly ways = new WeakMap<object, readonly Way[]>();
  /** Of routes whose way is not known: how often it was asked for, and when it is looked for again. */
  private readonly missed = new WeakMap<object, { asked: number; again: number }>();

  /** `url`: as it was asked for. Null: no route of it answered, or its pattern says nothing. */
  patternOf(request: Served, url: string): string | null {
    const paths = pathsOf(request.route?.path);
    if (paths.length === 0) return null;
    if (paths.length === 1 && isWildcard(nameOf(paths[0]!))) return nameOf(paths[0]!);
    const found = this.wayOrNull(request, url);
    const rest = found?.rest ?? null;
    const path = paths.length === 1 ? paths[0]! : chooseOf(paths, found?.last ?? null, rest ?? url);
    const name = path === null ? paths.map(nameOf).join('|') : nameOf(path);
    const mounted = found === null ? mountByPath(request, path === null ? paths[0]! : path, url) : found.prefix;
    return `${mounted}${name === '/' && mounted !== '' ? '' : name}` || '/';
  }

  private wayOrNull(request: Served, url: string): Found | null {
    try {
      return this.wayOf(request, url);
    } catch {
      // Not built as Express is.
      return null;
    }
  }

  /** Null: the route is in no router that can be found. */
  private wayOf({ route, app }: Served, url: string): Found | null {
    const stack = app && stackOf(app);
    if (!app || stack === null || stack === undefined) return null;
    const mounted = typeof app.parent === 'function' && typeof app.path === 'function' ? app.path() : '';
    if (typeof mounted !== 'string') return null;
    const [pathname = ''] = url.split(/[?#]/, 1);
    // Of an application in another: what is left of the path below it is as long as the way through its own routers.
    const below = mounted === '' ? pathname : `/${segmentsOf(pathname).slice(segmentsOf(mounted).length).join('/')}`;
    const follow = (ways: readonly Way[]): Found | null => {
      for (const { through, last } of ways) {
        const found = prefixOf(through, below);
        // The only one, and no router can be elsewhere as well: it has matched, as it has answered.
        const isSure = ways.length === 1 && through.length === 0;
        if (found !== null && (isSure || match(last, found.rest) !== null))
          return { prefix: `${mounted === '/' ? '' : mounted}${found.prefix}`, rest: found.rest, last };
      }
      return null;
    };
    const known = this.ways.get(route!);
    const found = known === undefined ? null : follow(known);
    if (found !== null || !this.isToLookFor(route!)) return found;
    const ways = findWays(stack, route!);
    if (ways.length > 0) this.ways.set(route!, ways);
    return follow(ways);
  }

  /** A router may be mounted later, or somewhere else as well; one that is in none is looked for less and less often. */
  private isToLookFor(route: object): boolean {
    const missed = this.missed.get(route) ?? { asked: 0, again: 1 };
    this.missed.set(route, missed);
    if (++missed.asked < missed.again) return false;
    missed.again *= 2;
    return true;
  }
}

interface Found {
  readonly prefix: string;
  /** Of the path, what is left for the route itself. */
  readonly rest: string;
  readonly last: Layer;
}

function pathsOf(path: unknown): readonly Path[] {
  if (typeof path === 'string') return [path];
  return [path].flat(MOST_DEPTH).filter((one): one is Path => typeof one === 'string' || one instanceof RegExp);
}

const nameOf = (path: Path): string => String(path);

/** Of several patterns the one that a path matches. Null: that cannot be told. */
function chooseOf(paths: readonly Path[], layer: Layer | null, rest: string): Path | null {
  const [pathname = ''] = rest.split(/[?#]/, 1);
  if (layer?.matchers?.length === paths.length) {
    const [found] = matchesOf({ ...layer, rawPath: paths }, pathname);
    return found === undefined ? null : paths[found.at]!;
  }
  const segments = segmentsOf(pathname);
  return paths.find((path) => (typeof path === 'string' ? isPlainlyOf(path, segments) : execute(path, pathname) !== null)) ?? null;
}

/** Whether a path is of a pattern of plain segments and parameters; any other pattern is passed over. */
function isPlainlyOf(pattern: string, segments: readonly string[]): boolean {
  const own = segmentsOf(pattern);
  if (own.length !== segments.length || /[{}*?+(]/.test(pattern)) return false;
  return own.every((one, at) => one.startsWith(':') || one.toLowerCase() === segments[at]!.toLowerCase());
}

function stackOf(app: Application): readonly Layer[] | null {
  const router = app._router ?? (app.lazyrouter === undefined ? app.router : undefined);
  return Array.isArray(router?.stack) ? router.stack : null;
}

function findWays(stack: readonly Layer[], route: object, through: readonly Layer[] = []): Way[] {
  return stack.flatMap((layer) => {
    if (layer.route === route) return [{ through, last: layer }];
    const inner = layer.handle?.stack;
    return Array.isArray(inner) && through.length < MOST_DEPTH ? findWays(inner as readonly Layer[], route, [...through, layer]) : [];
  });
}

/** The patterns of the layers that match the beginning of a path, one after the other. Null: one does not. */
function prefixOf(through: readonly Layer[], pathname: string): Pick<Found, 'prefix' | 'rest'> | null {
  let [prefix, rest] = ['', pathname];
  for (const layer of through) {
    const matched = match(layer, rest);
    if (matched === null) return null;
    const name = mountName(layer, matched, rest);
    prefix += name === '/' ? '' : name;
    rest = rest.slice(matched.path.length);
    if (!rest.startsWith('/')) rest = `/${rest}`;
  }
  return { prefix, rest };
}

/** What Express 4 makes of a text ends like this where more may follow; a RegExp of the program stays as it is. */
const FROM_TEXT = /\(\?=\\\/\|\$\)$/;

function mountName(layer: Layer, matched: Matched, rest: string): string {
  const paths = pathsOf(layer.rawPath);
  const path = paths.length === 1 ? paths[0]! : paths.length === 0 ? null : chooseOf(paths, layer, rest);
  if (path !== null) return nameOf(path);
  const { regexp } = layer;
  const isFromText =
    regexp === undefined ||
    FROM_TEXT.test(regexp.source) ||
    regexp.source === '^\\/?$' ||
    (regexp as { fast_slash?: unknown }).fast_slash === true;
  return isFromText ? named(matched, asWritten(regexp)) : String(regexp);
}

function match(layer: Layer, path: string): Matched | null {
  const [found = null] = matchesOf(layer, path);
  if (found !== null) return { ...found, path: found.path === '/' ? '' : found.path.replace(/\/$/, '') };
  const { regexp, keys = [] } = layer;
  const values = regexp && execute(regexp, path);
  if (!values) return null;
  // Of several patterns in one only one has values.
  const params = keys.flatMap(({ name }, at) => (values[at + 1] === undefined ? [] : [[name, values[at + 1]] as const]));
  return { path: values[0].replace(/\/$/, ''), params: Object.fromEntries(params) };
}

/** Of Express 5: what of a path its patterns match, with their numbers. */
function* matchesOf({ matchers = [], rawPath }: Layer, path: string): Generator<Matched & { readonly at: number }> {
  const paths = pathsOf(rawPath);
  for (const [at, matcher] of matchers.entries()) {
    const own = paths[at];
    if (own instanceof RegExp) {
      const found = execute(own, path);
      if (found) yield { path: found[0], params: {}, at };
      continue;
    }
    const found = matcher(path);
    if (found !== false) yield { ...found, at };
  }
}

/** A RegExp of the program may remember where it goes on (`g`, `y`): it is left as it was. */
function execute(pattern: RegExp, text: string): RegExpExecArray | null {
  const { lastIndex } = pattern;
  try {
    pattern.lastIndex = 0;
    return pattern.exec(text);
  } finally {
    pattern.lastIndex = lastIndex;
  }
}

/** Segments of the text that Express 4 made `regexp` of, by what they are in lower case; none where case matters. */
function asWritten(regexp: RegExp | undefined): ReadonlyMap<string, string> {
  if (regexp?.ignoreCase !== true) return new Map();
  return new Map(regexp.source.split('\\/').map((segment) => [segment.toLowerCase(), segment]));
}

/** `/acme` with `{ org: 'acme' }` is `/:org`, and `/API` of a router at `/api` is that. */
function named({ path, params }: Matched, written: ReadonlyMap<string, string>): string {
  const names = new Map(Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[value, name] as const] : [])));
  return path
    .split('/')
    .map((segment) => {
      const name = names.get(decoded(segment));
      return name === undefined ? (written.get(segment.toLowerCase()) ?? foldPath(`/${segment}`).slice(1)) : `:${name}`;
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

/** Mount path by the request itself. After its router was left: the part of the path before the segments of the pattern. */
function mountByPath({ baseUrl }: Served, path: Path, url: string): string {
  // Sails has a whole URL there.
  const base = typeof baseUrl === 'string' && !baseUrl.includes('://') ? baseUrl : '';
  if (base !== '') return base === '/' ? '' : foldPath(base);
  // Optional parts and wildcards match any number.
  if (typeof path !== 'string' || /[{}*?+(]/.test(path)) return '';
  const [pathname = ''] = url.split(/[?#]/, 1);
  const { length } = segmentsOf(path);
  return length === 0 ? '' : foldPath(pathname).split('/').slice(0, -length).join('/');
}

/**
 * It matches any path: `*`, a slash with `*`, `*splat` or `{*splat}`, `(.*)`, `/:any(.*)`, and an expression that goes on with anything
 * (`/^(?!\/api).*$/`).
 */
export function isWildcard(pattern: string): boolean {
  if (/^\/.*\.[*+]\)*\$?\/[a-z]*$/.test(pattern)) return true;
  return /^\/?(?:\{?\/?\*\w*\}?|(?::\w+)?\(\.\*\)\*?)$/.test(pattern);
}
