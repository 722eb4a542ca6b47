/** What requests are called together: the method, and the pattern of the route where the framework tells it, else the path without what differs. */
import type { IncomingMessage } from 'node:http';
import { ExpressRoutes, isWildcard } from './express-routes.ts';
import { FastifyRoutes } from './fastify-routes.ts';
import { foldPath } from './fold-path.ts';
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
  private readonly express = new ExpressRoutes();
  private readonly fastify = new FastifyRoutes();
  private readonly koa = new KoaContexts();

  /** `onNew`: names in the order of their numbers, from 0. */
  constructor(private readonly onNew: (name: string) => void) {}

  /** Before the program has started. */
  observe(): void {
    this.fastify.observe();
  }

  /** Before the program is given a request: some frameworks tell only who looks on. */
  watch(): void {
    this.koa.watch();
  }

  /** `url`: as it was asked for. `told`: what the framework said. */
  numberOf(request: IncomingMessage, url: string, told: string | null): number {
    const { method = '' } = request;
    const pattern = told ?? this.express.patternOf(request, url) ?? this.koa.patternOf(request, url) ?? this.fastify.patternOf(method, url);
    // A route for everything tells nothing apart.
    const name = `${method} ${pattern === null || isWildcard(pattern) ? this.patternOf(url) : pattern}`.slice(0, MOST_CHARACTERS);
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
