/** Where the application's own files lie, from the source tree and from a package alike. */
import { dirname, join } from 'node:path';

/** The folder with package.json. This code is bundled into dist/shell/. */
export const ROOT = join(__dirname, '../..');

/** A plain Node cannot look into the archive; what it runs lies beside it. */
export function outsideArchive(path: string): string {
  return path.replace(/([\\/])app\.asar([\\/])/, '$1app.asar.unpacked$2');
}

export const PRELOAD_FILE = join(ROOT, 'dist/shell/preload.cjs');
export const MANIFEST_FILE = join(ROOT, 'dist/shell/interface.json');
export const INTERFACE_DIR = join(ROOT, 'dist/renderer');
export const ENGINE_FILE = outsideArchive(join(ROOT, 'dist/engine/engine-process.js'));
export const ICON_FILE = join(ROOT, 'resources/icons/512x512.png');

/** Comes with every Electron and lies beside its program; in a package for macOS the packager has moved it. */
export function chromiumLicences(platform: NodeJS.Platform, program: string, resources: string): string {
  return join(platform === 'darwin' ? resources : dirname(program), 'LICENSES.chromium.html');
}
