// electron-builder with what it would otherwise fetch from the network: 7-Zip from npm, and a stand-in for fpm.
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sevenZip from '7zip-bin';
import { build, Platform } from 'electron-builder';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The package formats each system can build for itself; a list on the command line overrides it. */
export const KINDS = { linux: ['deb', 'AppImage', 'zip'], darwin: ['dmg', 'zip'], win32: ['nsis', 'zip'] };
const PLATFORMS = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS };

function offerBundledTools() {
  // npm does not keep the executable bit of files that are not listed in `bin`.
  if (process.platform !== 'win32') chmodSync(sevenZip.path7za, 0o755);
  process.env.ELECTRON_BUILDER_7ZIP_PATH ??= sevenZip.path7za;
  if (process.platform === 'linux') process.env.CUSTOM_FPM_PATH ??= fileURLToPath(new URL('fpm-lite.mjs', import.meta.url));
}

/** Packs for this system. `overrides` are merged over electron-builder.yml. Returns the paths of the packages. */
export function pack(kinds, overrides = {}) {
  offerBundledTools();
  return build({ projectDir: root, targets: PLATFORMS[process.platform].createTarget(kinds), publish: 'never', config: overrides });
}
