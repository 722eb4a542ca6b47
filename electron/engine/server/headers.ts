import type { IncomingMessage } from 'node:http';

/**
 * The page may load from its own address only, and talk to this very port only. Styles are the one exception:
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

/** On every answer with a body, whatever it is. No CORS header anywhere: no other origin is ever let in. */
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
 * The Host a browser was told to talk to, if it is ours; null otherwise. A page whose name was re-bound to 127.0.0.1
 * still sends its own name here. Exactly two spellings and exactly one header: `localhost6` or a second Host header have
 * opened such doors before.
 */
export function findOwnHost(request: IncomingMessage, port: number): string | null {
  const hosts = request.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]!.toLowerCase() === 'host');
  const [host] = hosts;
  return hosts.length === 1 && (host === `127.0.0.1:${port}` || host === `localhost:${port}`) ? host : null;
}

/** True when the browser says that a page of another origin asked, other than by leading the user here. */
export function isForeignFetch(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && request.headers['sec-fetch-mode'] !== 'navigate';
}

/** `attachment` with the name twice: plain for old readers, RFC 5987 for all that is not plain. */
export function attachment(fileName: string): string {
  // Control characters, half surrogates, quotes and separators never belong in a proposed name, whatever a session is called.
  const name = fileName.replace(/[\p{Cc}\p{Cs}"\\/:*?<>|\u202a-\u202e\u2066-\u2069]/gu, '_');
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/%/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
