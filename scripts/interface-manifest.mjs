// The interface's files by their address under app://loopscope, so that the window can look an address up and never has to turn it
// into a path.
import { readdirSync, writeFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** An unknown file type fails the build, so that a file the window cannot serve does not go unnoticed. */
export function writeInterfaceManifest(dir, to) {
  const files = readdirSync(join(root, dir), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map((entry) => {
    const file = relative(join(root, dir), join(entry.parentPath, entry.name)).split(sep).join('/');
    const type = TYPES[extname(file)];
    if (type === undefined) throw new Error(`${dir}/${file} has no known type; add it to scripts/interface-manifest.mjs`);
    return [`/${file.split('/').map(encodeURIComponent).join('/')}`, { file, type }];
  });
  const manifest = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, to), `${JSON.stringify({ '/': manifest['/index.html'], ...manifest }, null, 1)}\n`);
}
