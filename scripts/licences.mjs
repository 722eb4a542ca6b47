// The licences of everything in the product, as one text: our own first, then those of Electron and what it contains, then those of
// each package that code of the product is from, by name, with its licence file if it has one.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLicence, packageFolder } from './study-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Those that the files are of; a path may be absolute, or that of a module that a bundler has made of a file. */
function packagesOf(files) {
  const folders = new Set(files.map((file) => packageFolder(file.replaceAll('\\', '/'))).filter((folder) => folder !== null));
  return [...folders]
    .map((folder) => folder.slice(folder.indexOf('node_modules/')))
    .filter((folder, at, all) => all.indexOf(folder) === at && existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return { folder, name, version, license: license ?? 'see its text' };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function licenceText(folder) {
  const file = readdirSync(join(root, folder)).find(isLicence);
  return file ? readFileSync(join(root, folder, file), 'utf8').trim() : null;
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Electron (with Chromium and Node.js) is in every package of the window, and in no bundle. */
const WINDOW = [
  `Electron (MIT), in the desktop application

Copyright (c) Electron contributors
Copyright (c) 2013-2020 GitHub Inc.

${MIT}

The file itself comes with the application: LICENSE.electron.txt, beside the program (macOS: in Contents/Resources).`,
  `Chromium (BSD-3-Clause), in Electron, with the works of others that are in it

Their licences are LICENSES.chromium.html, beside the program (macOS: in Contents/Resources). To open it: Help (macOS: Loopscope),
About Loopscope, Licences of Chromium.`,
  `Node.js (MIT), in Electron, with the works of others that are in it (https://github.com/nodejs/node/blob/main/LICENSE)

Copyright Node.js contributors. All rights reserved.

${MIT}`,
];

/** `files`: all that bundles were made of, and what else goes with the product. */
export function writeLicences(to, files) {
  const parts = packagesOf(files).map(({ folder, name, version, license }) => {
    const text = licenceText(folder);
    return `${name} ${version} (${license})${text === null ? '' : `\n\n${text}`}`;
  });
  const own = `Loopscope\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`;
  writeFileSync(join(root, to), `${[own, ...WINDOW, ...parts].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`);
}
