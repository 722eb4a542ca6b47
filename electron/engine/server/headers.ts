import type { IncomingMessage } from 'node:http';

/**
 * The page may load from its own address only, and connect to this port only. Styles are the only exception:
 * d3-flame-graph and uPlot set them inline.
 */
export function contentSecurityPolicy(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://${host}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** On every response with a body. There are no CORS headers: no other origin is ever allowed. */
export function securityHeaders(host: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(host),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  };
}

/**
 * The Host header, if it is ours; null otherwise. After DNS rebinding to 127.0.0.1 a page
 * still sends its own host name here. Exactly two spellings and exactly one header are accepted, because `localhost6` and a second Host
 * header have bypassed such checks before.
 */
export function findOwnHost(request: IncomingMessage, port: number): string | null {
  const hosts = request.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]!.toLowerCase() === 'host');
  const [host] = hosts;
  return hosts.length === 1 && (host === `127.0.0.1:${port}` || host === `localhost:${port}`) ? host : null;
}

/** True if the browser reports a request by a page of another origin, except for navigation to this page. */
export function isForeignFetch(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && request.headers['sec-fetch-mode'] !== 'navigate';
}

/** `attachment` with the name twice: in ASCII for old clients, and as in RFC 5987. */
export function attachment(fileName: string): string {
  // Control characters, lone surrogates, quotes and separators are removed from the proposed name.
  const name = fileName.replace(/[\p{Cc}\p{Cs}"\\/:*?<>|\u202a-\u202e\u2066-\u2069]/gu, '_');
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/%/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
