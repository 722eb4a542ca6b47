// The licences of everything that is built into the product, as one text: our own first, then each package of the production
// tree by name, with its own licence file where it has one.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([folder, { dev, optional, devOptional, peer }]) => folder !== '' && !dev && !optional && !devOptional && !peer)
    .filter(([folder]) => existsSync(join(root, folder)))
    .map(([folder, { version, license }]) => ({
      folder,
      name: folder.split('node_modules/').at(-1),
      version,
      license: license ?? 'see its text',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function licenceText(folder) {
  const file = readdirSync(join(root, folder)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file ? readFileSync(join(root, folder, file), 'utf8').trim() : null;
}

export function writeLicences(to) {
  const parts = productionPackages().map(({ folder, name, version, license }) => {
    const text = licenceText(folder);
    return `${name} ${version} (${license})${text === null ? '' : `\n\n${text}`}`;
  });
  const own = `Loopscope\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`;
  writeFileSync(join(root, to), `${[own, ...parts].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`);
}
