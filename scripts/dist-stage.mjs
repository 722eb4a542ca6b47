// Collects the files that are packed outside the asar archive: everything a plain Node runs. electron-builder calls it before packing.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyStudyPackages } from './study-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
export const STAGE = join(root, 'out/dist-stage');

/** What the npm package has, without the packages of studies, which are made here, and with the engine of the window. */
function paths({ files }) {
  return [...files.filter((path) => path !== 'resources/node_modules'), 'dist/engine/engine-process.js', 'LICENSE'];
}

function copy(path) {
  if (!existsSync(join(root, path))) throw new Error(`${path} is missing; run npm run build first.`);
  cpSync(join(root, path), join(STAGE, path), { recursive: true });
}

/** The engine finds its root by this file, and it tells Node that .js files are ES modules. */
function writePackageJson({ name, version, license, type, engines }) {
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify({ name, version, license, type, engines, private: true }, null, 2)}\n`);
}

export async function stage() {
  const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  rmSync(STAGE, { recursive: true, force: true });
  mkdirSync(STAGE, { recursive: true });
  for (const path of paths(described)) copy(path);
  writePackageJson(described);
  const packages = await copyStudyPackages(root, STAGE);
  console.log(`staged ${readdirSync(STAGE, { recursive: true }).length} files, ${packages} packages for the studies`);
}

export default stage;
