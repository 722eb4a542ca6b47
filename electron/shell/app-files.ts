/** The interface's files under app://loopscope. Pure, except for the reader it is given. */
import { contentSecurityPolicy } from '../engine/server/headers.ts';
import { isOwnPage } from './own-page.ts';

/** Address path -> file below the interface's folder, and its type. Written by the build. */
export type Manifest = ReadonlyMap<string, { readonly file: string; readonly type: string }>;

export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/**
 * Looks an address up in the manifest. The address never becomes a path on disk, so path traversal is impossible. The policy names
 * the one port the page may connect to.
 */
export async function respond(
  request: { readonly method: string; readonly url: string },
  manifest: Manifest,
  enginePort: number,
  read: (file: string) => Promise<Uint8Array>,
): Promise<FileResponse> {
  const headers = pageHeaders(enginePort);
  if (request.method !== 'GET' || !isOwnPage(request.url)) return { status: 400, headers, body: NOTHING };
  const found = manifest.get(new URL(request.url).pathname);
  if (found === undefined) return { status: 404, headers, body: NOTHING };
  return { status: 200, headers: { ...headers, 'Content-Type': found.type }, body: await read(found.file) };
}

/** Whether an address is that of a page; the page's policy covers everything it loads. */
export function isPage(manifest: Manifest, url: string): boolean {
  return isOwnPage(url) && (manifest.get(new URL(url).pathname)?.type.startsWith('text/html') ?? false);
}

export function pageHeaders(enginePort: number): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(`127.0.0.1:${enginePort}`),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}
