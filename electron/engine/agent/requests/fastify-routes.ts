/**
 * The routes of Fastify. It names the route of a request when its handler starts; one that ended in a hook before (401, 400) has none, and gets that
 * of the program's routes which its path matches. These are told as they are registered, by a hook that no request runs through.
 */
import { listenTo } from '../channels.ts';
import { segmentsOf } from './fold-path.ts';

interface Instance {
  addHook?(name: 'onRoute', hook: (route: { readonly method?: unknown; readonly url?: unknown }) => void): unknown;
}

interface Route {
  readonly pattern: string;
  readonly segments: Segments;
  /** The pattern ends with a wildcard. */
  readonly isOpen: boolean;
  readonly isOptional: boolean;
  /** The most specific patterns come first. */
  readonly rank: number;
}

/** Limit of routes, more than any program has. */
const MOST_ROUTES = 5_000;

export class FastifyRoutes {
  private readonly routes = new Map<string, Route[]>();
  private count = 0;

  /** Observes routes from now on. */
  observe(): void {
    listenTo('fastify.initialization', (message) => {
      const { fastify } = message as { fastify?: Instance };
      fastify?.addHook?.('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) if (typeof one === 'string' && typeof url === 'string') this.add(one, url);
      });
    });
  }

  /** Null: none matches. */
  patternOf(method: string, url: string): string | null {
    const of = this.routes.get(method);
    if (of === undefined) return null;
    const path = segmentsOf(url.split(/[?#]/, 1)[0]!);
    return of.find((route) => matches(route, path))?.pattern ?? null;
  }

  private add(method: string, pattern: string): void {
    if (++this.count > MOST_ROUTES) return;
    const of = this.routes.get(method) ?? [];
    this.routes.set(method, of);
    const read = readPattern(pattern);
    of.push({ pattern, ...read, rank: rankOf(read) });
    of.sort((one, other) => one.rank - other.rank);
  }
}

/** The required text of a segment of the pattern; null: any text, as for `:name`, with or without an expression. */
type Segments = readonly (string | null)[];

/** As find-my-way reads a pattern: a parameter is within a segment, `*` is the rest, and the last parameter may be optional. */
function readPattern(pattern: string): Omit<Route, 'pattern' | 'rank'> {
  const [fixed = ''] = pattern.split('*', 1);
  const isOpen = fixed !== pattern;
  const isOptional = pattern.endsWith('?');
  const all = segmentsOf(fixed);
  return { segments: all.map((one) => (one.includes(':') ? null : one)), isOpen, isOptional };
}

function matches({ segments, isOpen, isOptional }: Route, path: readonly string[]): boolean {
  const isLong = path.length === segments.length || (isOpen && path.length > segments.length);
  const isShort = isOptional && path.length === segments.length - 1;
  return (isLong || isShort) && path.every((one, at) => at >= segments.length || segments[at] === null || segments[at] === one);
}

function rankOf({ segments, isOpen }: Pick<Route, 'segments' | 'isOpen'>): number {
  return (isOpen ? 1_000 - 10 * segments.length : 0) + segments.filter((one) => one === null).length;
}
