// Which packages the bundled studies need, read from their imports, so that a new study cannot be shipped without its packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"./][^'"]*)['"]/g;
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const isBuiltin = (specifier) => specifier.startsWith('node:') || builtinModules.includes(specifier);

/** Names of the packages that the scripts of a folder import, sorted. */
export function importedPackages(folder) {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !file.includes('node_modules'),
  );
  const names = scripts.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)].map(([, specifier]) => specifier).filter((one) => !isBuiltin(one)),
  );
  return [...new Set(names.map(packageOf))].sort();
}

/** The nearest node_modules that has the package, as Node resolves it; null: an optional package that is not installed. */
function findPackage(root, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (existsSync(join(root, path, 'package.json'))) return path;
    if (folder === '') return null;
  }
}

/** Folders (below the root, with forward slashes) of the packages and of everything they depend on. */
export function withDependencies(root, names) {
  const found = new Set();
  const visit = (from, name, mayBeMissing) => {
    const folder = findPackage(root, from, name);
    if (folder === null) {
      if (mayBeMissing) return;
      throw new Error(`${name}, which ${from || 'a bundled study'} needs, is not installed. Is it among the dependencies of package.json?`);
    }
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    for (const one of Object.keys(dependencies)) visit(folder, one, one in optionalDependencies);
  };
  for (const name of names) visit('', name, false);
  return [...found].sort();
}
