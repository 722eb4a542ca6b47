// Collects the files that are packed outside the asar archive: everything a plain Node runs. electron-builder calls it before packing.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importedPackages, withDependencies } from './study-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
export const STAGE = join(root, 'out/dist-stage');

const BUILT = ['dist/engine', 'dist/cli', 'dist/renderer'];
/** Read by the engine at run time. Missing ones are left out. */
const DATA = ['resources/demos', 'resources/icons/512x512.png', 'resources/findings', 'resources/samples', 'LICENSE'];
/** Earlier builds may have left files that nothing loads any more; source maps are for developers and three times the size of the code. */
const isLeftOut = (file) => file.endsWith('.map') || /(^|\/)dist\/engine\/agent\.cjs$/.test(file.replaceAll('\\', '/'));

/** Only the files of a package that a server can load: no maps, no types, no browser builds, no tests. */
const NOT_FOR_SERVERS =
  /\.(map|d\.[cm]?ts|flow|md|markdown)$|[\\/](umd|test|tests|__tests__|\.github)$|react-dom-(client|profiling)[.\w]*$/;
const isLicence = (file) => /licen[cs]e/i.test(file);

function copyBuilt(folder) {
  if (!existsSync(join(root, folder))) throw new Error(`${folder} is missing; run npm run build first.`);
  cpSync(join(root, folder), join(STAGE, folder), { recursive: true, filter: (file) => !isLeftOut(file) });
}

/** The engine finds its root by this file, and it tells Node that .js files are ES modules. */
function writePackageJson() {
  const { name, version, license, type, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify({ name, version, license, type, engines, private: true }, null, 2)}\n`);
}

/** One flat folder above all studies, not among them (each folder there is a study), as `npm ci` would make it, with nested copies where versions differ. */
function copyStudyPackages() {
  const folders = withDependencies(root, importedPackages(join(root, 'resources/demos')));
  for (const folder of folders) {
    const from = join(root, folder);
    const to = join(STAGE, 'resources', folder);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, {
      recursive: true,
      filter: (file) => {
        const inside = relative(from, file);
        // Nested packages are listed separately.
        return (
          inside === '' || (!inside.split(/[\\/]/).includes('node_modules') && (isLicence(inside) || !NOT_FOR_SERVERS.test(`/${inside}`)))
        );
      },
    });
  }
  return folders;
}

export function stage() {
  rmSync(STAGE, { recursive: true, force: true });
  mkdirSync(STAGE, { recursive: true });
  for (const folder of BUILT) copyBuilt(folder);
  for (const path of DATA) if (existsSync(join(root, path))) cpSync(join(root, path), join(STAGE, path), { recursive: true });
  writePackageJson();
  const packages = copyStudyPackages();
  console.log(`staged ${readdirSync(STAGE, { recursive: true }).length} files, ${packages.length} packages for the studies`);
}

export default stage;
