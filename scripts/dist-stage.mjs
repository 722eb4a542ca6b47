// Collects the files that are packed outside the asar archive: everything a plain Node runs. electron-builder calls it before packing.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyStudyPackages } from './study-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
export const STAGE = join(root, 'out/dist-stage');

const BUILT = ['dist/engine', 'dist/cli', 'dist/renderer'];
/** Read by the engine at run time. Missing ones are left out. */
const DATA = ['resources/demos', 'resources/icons/512x512.png', 'resources/findings', 'resources/samples', 'LICENSE'];
/** Earlier builds may have left files that nothing loads any more; source maps are for developers and three times the size of the code. */
const isLeftOut = (file) => file.endsWith('.map') || /(^|\/)dist\/engine\/agent\.cjs$/.test(file.replaceAll('\\', '/'));

function copyBuilt(folder) {
  if (!existsSync(join(root, folder))) throw new Error(`${folder} is missing; run npm run build first.`);
  cpSync(join(root, folder), join(STAGE, folder), { recursive: true, filter: (file) => !isLeftOut(file) });
}

/** The engine finds its root by this file, and it tells Node that .js files are ES modules. */
function writePackageJson() {
  const { name, version, license, type, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify({ name, version, license, type, engines, private: true }, null, 2)}\n`);
}

export async function stage() {
  rmSync(STAGE, { recursive: true, force: true });
  mkdirSync(STAGE, { recursive: true });
  for (const folder of BUILT) copyBuilt(folder);
  for (const path of DATA) if (existsSync(join(root, path))) cpSync(join(root, path), join(STAGE, path), { recursive: true });
  writePackageJson();
  const packages = await copyStudyPackages(root, STAGE);
  console.log(`staged ${readdirSync(STAGE, { recursive: true }).length} files, ${packages} packages for the studies`);
}

export default stage;
