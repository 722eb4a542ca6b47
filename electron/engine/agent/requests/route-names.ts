/** What requests are called together: the method, and the pattern of the route where the framework tells it, else the path without what differs. */
import type { IncomingMessage } from 'node:http';
import { KoaContexts } from './koa-contexts.ts';

/** More than any program has; beyond that they are one. */
const MOST_ROUTES = 1_000;
const MOST_CHARACTERS = 200;
/** Paths whose route has been found out. */
const MOST_PATHS = 5_000;
export const OTHER_ROUTES = '(other routes)';

export class RouteNames {
  private readonly numbers = new Map<string, number>();
  private readonly patterns = new Map<string, string>();
  private readonly koa = new KoaContexts();

  /** `onNew`: names in the order of their numbers, from 0. */
  constructor(private readonly onNew: (name: string) => void) {}

  /** Before the program is given a request: some frameworks tell only who looks on. */
  watch(): void {
    this.koa.watch();
  }

  /** `url`: as it was asked for. `told`: what the framework said. */
  numberOf(request: IncomingMessage, url: string, told: string | null): number {
    const pattern = told ?? patternOfExpress(request) ?? this.koa.patternOf(request) ?? this.patternOf(url);
    const name = `${request.method ?? ''} ${pattern}`.slice(0, MOST_CHARACTERS);
    return this.numbers.get(name) ?? this.add(this.numbers.size < MOST_ROUTES ? name : OTHER_ROUTES);
  }

  private add(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(name, number);
    this.onNew(name);
    return number;
  }

  private patternOf(url: string): string {
    const known = this.patterns.get(url);
    if (known !== undefined) return known;
    const pattern = foldPath(url);
    if (this.patterns.size < MOST_PATHS) this.patterns.set(url, pattern);
    return pattern;
  }
}

/** Express, and what is built on it, leave the route that answered with the request; `baseUrl` is where its router was mounted. */
function patternOfExpress(request: IncomingMessage): string | null {
  const { route, baseUrl } = request as { route?: { path?: unknown }; baseUrl?: unknown };
  const path = route?.path;
  if (typeof path !== 'string') return null;
  const mounted = typeof baseUrl === 'string' ? foldPath(baseUrl) : '';
  return `${mounted === '/' ? '' : mounted}${path === '/' && mounted !== '' && mounted !== '/' ? '' : path}` || '/';
}

/** `/cart/17/items?page=2` -> `/cart/:id/items`: numbers, UUIDs and long tokens differ from request to request, and may be secret. */
export function foldPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const folded = path
    .split('/')
    .map((segment) => (isValue(segment) ? ':id' : segment))
    .join('/');
  return folded === '' ? '/' : folded;
}

/** A number, a UUID, a hash or a token. */
function isValue(segment: string): boolean {
  if (/^\d+$/.test(segment)) return true;
  if (/^[0-9a-f-]{8,}$/i.test(segment) && /\d/.test(segment)) return true;
  return segment.length >= 20 && /\d/.test(segment) && !segment.includes('.');
}
