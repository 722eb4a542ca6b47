// electron-builder calls this when the folder of a package is complete, before the fuses are set.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Electron's default app is included when an existing Electron is packed. */
export default function trim({ packager, appOutDir }) {
  rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
}
