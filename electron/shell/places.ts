/** Where the application's own files are, in the source tree and in a package. */
import { dirname, join } from 'node:path';

/** The folder with package.json. This code is bundled into dist/shell/. */
export const ROOT = join(__dirname, '../..');

/** A plain Node cannot read the asar archive, so what it runs is unpacked beside it. */
export function outsideArchive(path: string): string {
  return path.replace(/([\\/])app\.asar([\\/])/, '$1app.asar.unpacked$2');
}

export const PRELOAD_FILE = join(ROOT, 'dist/shell/preload.cjs');
export const MANIFEST_FILE = join(ROOT, 'dist/shell/interface.json');
export const INTERFACE_DIR = join(ROOT, 'dist/renderer');
export const ENGINE_FILE = outsideArchive(join(ROOT, 'dist/engine/engine-process.js'));
export const ICON_FILE = join(ROOT, 'resources/icons/512x512.png');

/** Comes with every Electron, beside its binary; in a macOS package the packager has moved it. */
export function chromiumLicences(platform: NodeJS.Platform, program: string, resources: string): string {
  return join(platform === 'darwin' ? resources : dirname(program), 'LICENSES.chromium.html');
}
