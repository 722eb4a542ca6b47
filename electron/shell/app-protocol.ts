import { readFile, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { protocol } from 'electron';
import { APP_SCHEME } from '../../shared/protocol/shell.ts';
import { answerRequest, type Manifest } from './app-files.ts';
import { INTERFACE_DIR, MANIFEST_FILE } from './places.ts';

/** Before the application is ready: afterwards a scheme cannot become a standard and secure one any more. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the built interface. `enginePort` is asked per page, as another engine may have come. */
export function setupAppProtocol(enginePort: () => number): void {
  const manifest: Manifest = new Map(Object.entries(JSON.parse(readFileSync(MANIFEST_FILE, 'utf8'))));
  const read = promisify(readFile);
  protocol.handle(APP_SCHEME, async ({ method, url }) => {
    const { status, headers, body } = await answerRequest({ method, url }, manifest, enginePort(), (file) =>
      read(join(INTERFACE_DIR, file)),
    );
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  });
}
