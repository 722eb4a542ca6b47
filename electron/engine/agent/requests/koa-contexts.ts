/**
 * What Koa has found out about a request is in a context of its own, which nothing leads to from the request of Node: it is remembered as Koa makes
 * it. Koa is in the cache of `require` however it was imported, as long as its files are files of their own.
 */
import type { IncomingMessage } from 'node:http';

interface KoaContext {
  /** By the router (@koa/router, koa-router). */
  readonly _matchedRoute?: unknown;
  /** By koa-mount: the route is then relative to what only that knows. */
  readonly mountPath?: unknown;
}

interface KoaApplication {
  createContext?(this: unknown, request: IncomingMessage, ...rest: unknown[]): KoaContext;
}

const KOA = /[\\/]koa[\\/]lib[\\/]application\.js$/;

export class KoaContexts {
  private readonly contexts = new WeakMap<IncomingMessage, KoaContext>();
  private hasLooked = false;

  /** Before a request is given to the program; only the first time costs anything. */
  watch(): void {
    if (this.hasLooked) return;
    this.hasLooked = true;
    for (const [file, loaded] of Object.entries(require.cache)) {
      const koa = KOA.test(file) ? (loaded?.exports as { prototype?: KoaApplication } | undefined)?.prototype : undefined;
      if (koa !== undefined) this.remember(koa);
    }
  }

  patternOf(request: IncomingMessage): string | null {
    const context = this.contexts.get(request);
    const pattern = context?.mountPath === undefined ? context?._matchedRoute : null;
    return typeof pattern === 'string' ? pattern : null;
  }

  private remember(koa: KoaApplication): void {
    const { contexts } = this;
    const original = koa.createContext;
    if (typeof original !== 'function') return;
    koa.createContext = function createContext(request, ...rest) {
      const context = original.call(this, request, ...rest);
      contexts.set(request, context);
      return context;
    };
  }
}
