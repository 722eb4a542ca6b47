import { readFile, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { protocol } from 'electron';
import { APP_SCHEME } from '../../shared/protocol/shell.ts';
import { isPage, type Manifest, respond } from './app-files.ts';
import { INTERFACE_DIR, MANIFEST_FILE } from './places.ts';

/** Must run before the application is ready: afterwards a scheme can no longer be registered as standard and secure. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** The files to serve. */
export function readManifest(): Manifest {
  return new Map(Object.entries(JSON.parse(readFileSync(MANIFEST_FILE, 'utf8'))));
}

/**
 * Serves the built interface. `enginePort` is called for each page, because the engine may have been restarted. Returns the port in
 * the policy of the page loaded last; null: none has been loaded yet.
 */
export function setupAppProtocol(manifest: Manifest, enginePort: () => Promise<number>): () => number | null {
  const read = promisify(readFile);
  let servedPort: number | null = null;
  protocol.handle(APP_SCHEME, async ({ method, url }) => {
    const port = await enginePort();
    // Set before the file is read, so that an engine that starts meanwhile sees it.
    if (isPage(manifest, url)) servedPort = port;
    const { status, headers, body } = await respond({ method, url }, manifest, port, (file) => read(join(INTERFACE_DIR, file)));
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  });
  return () => servedPort;
}
