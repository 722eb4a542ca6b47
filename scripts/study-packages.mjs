// What the bundled studies load from packages, found by following their imports, so that a new study cannot be shipped without its packages.
// Only these files travel with the product: a package has builds for browsers, types and tests besides.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { build } from 'esbuild';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const SCRIPT = /\.[cm]?jsx?$/;
/** Express loads the package of a view engine by its name, which no import says. */
const VIEW_ENGINE = /\.set\(\s*['"]view engine['"]\s*,\s*['"]([^'"]+)['"]/g;

/** Those that Nodes know besides `node`: the newer ones. Given at all, esbuild adds none of its own, such as `module`. */
const CONDITIONS = [[], ['module-sync']];

/** The file of a package that has its licence, by its usual names. */
export const isLicence = (file) => /^(licen[cs]e|copying)/i.test(file);

/** The folder of the package that a file is of, with forward slashes; null: of none. */
export const packageFolder = (file) => PACKAGE.exec(file)?.[0] ?? null;

/**
 * Paths below `root`, sorted, with forward slashes: code, and of each package its package.json and licence. `folder`: that of the studies.
 * Throws what esbuild says of a package that is not installed.
 */
export async function studyPackageFiles(root, folder = join(root, 'resources/demos')) {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => SCRIPT.test(file) && !file.split(sep).includes('node_modules'))
    .map((file) => join(folder, file));
  const engines = scripts.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(VIEW_ENGINE)].map(([, name]) => name));
  const follow = (conditions, how) =>
    build({ absWorkingDir: root, bundle: true, platform: 'node', conditions, write: false, metafile: true, logLevel: 'silent', ...how });
  const asked = engines.map((name) => `require('${name}');`).join('\n');
  const reached = await Promise.all(
    CONDITIONS.flatMap((conditions) => [
      follow(conditions, { entryPoints: scripts, format: 'esm', outdir: 'none' }),
      follow(conditions, { stdin: { contents: asked, resolveDir: folder }, format: 'cjs' }),
    ]),
  );
  const code = reached.flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter((file) => packageFolder(file) !== null);
  const folders = [...new Set(code.map(packageFolder))];
  const beside = folders.flatMap((one) =>
    readdirSync(join(root, one))
      .filter((file) => file === 'package.json' || isLicence(file))
      .map((file) => `${one}/${file}`),
  );
  // What esbuild has put in place of a file that is missing on purpose is no file.
  return [...new Set([...code, ...beside])].filter((file) => existsSync(join(root, file))).sort();
}

/** One flat folder above all studies, not among them (each folder there is a study), as `npm ci` would make it, with nested copies where versions differ. */
export async function copyStudyPackages(root, to) {
  const files = await studyPackageFiles(root);
  for (const file of files) cpSync(join(root, file), join(to, 'resources', file));
  return new Set(files.map(packageFolder)).size;
}
