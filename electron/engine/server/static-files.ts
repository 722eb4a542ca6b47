import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';

export interface StaticFile {
  readonly body: Buffer;
  readonly type: string;
  readonly cacheControl: string;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Vite writes `name-hash.ext` under assets/; the content of such a file never changes. */
const isHashed = (path: string): boolean => /^\/assets\/.+-[\w-]{8}\.\w+$/.test(path);

/**
 * All files of the interface by URL path, read once at the start. A request is looked up here and never
 * becomes a path on disk, so path traversal is impossible, at the cost of two megabytes of memory.
 */
export async function readStaticFiles(dir: string): Promise<Outcome<ReadonlyMap<string, StaticFile>>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(dir, file).split(sep).map(encodeURIComponent).join('/')}`;
    const cacheControl = isHashed(path) ? 'private, max-age=31536000, immutable' : 'no-cache';
    files.set(path, { body: await readFile(file), type, cacheControl });
  }
  const index = files.get('/index.html');
  if (index === undefined) {
    return fail('not-available', say('engine.notBuilt', { dir }), say('engine.build'));
  }
  return succeed(files.set('/', index));
}
