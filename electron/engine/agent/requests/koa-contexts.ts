/**
 * What Koa has found out about a request is in a context of its own, which nothing leads to from the request of Node: it is remembered as Koa makes
 * it. Koa is in the cache of `require` however it was imported, as long as its files are files of their own.
 */
import type { IncomingMessage } from 'node:http';
import { segmentsOf } from './fold-path.ts';

interface KoaContext {
  /** By the router (@koa/router, koa-router). */
  readonly _matchedRoute?: unknown;
  /** Set by koa-mount: the route is then relative to a mount path that only koa-mount knows. */
  readonly mountPath?: unknown;
}

interface KoaApplication {
  createContext?(this: unknown, request: IncomingMessage, ...rest: unknown[]): KoaContext;
}

const KOA = /[\\/]koa[\\/]lib[\\/]application\.js$/;

export class KoaContexts {
  private readonly contexts = new WeakMap<IncomingMessage, KoaContext>();
  private hasLooked = false;

  /** Called before a request is handed to the program; only the first call costs time. */
  watch(): void {
    if (this.hasLooked) return;
    this.hasLooked = true;
    for (const [file, loaded] of Object.entries(require.cache)) {
      const koa = KOA.test(file) ? (loaded?.exports as { prototype?: KoaApplication } | undefined)?.prototype : undefined;
      if (koa !== undefined) this.remember(koa);
    }
  }

  /** `url`: as it was asked for. */
  patternOf(request: IncomingMessage, url: string): string | null {
    const { _matchedRoute: matched, mountPath } = this.contexts.get(request) ?? {};
    const pattern = typeof matched === 'string' || matched instanceof RegExp ? String(matched) : null;
    if (mountPath === undefined || pattern === null) return pattern;
    return typeof mountPath === 'string' && typeof matched === 'string' ? mountedAt(mountPath, matched, url) : null;
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

/** Null: the path is not as long as both, so that there is another mount around, or the pattern matches any number of segments. */
function mountedAt(mount: string, pattern: string, url: string): string | null {
  const path = segmentsOf(url.split(/[?#]/, 1)[0]!);
  const [outer, inner] = [segmentsOf(mount), segmentsOf(pattern)];
  if (/[{}*?+(]/.test(pattern) || path.length !== outer.length + inner.length) return null;
  return outer.every((one, at) => one === path[at]) ? `/${[...outer, ...inner].join('/')}` : null;
}
