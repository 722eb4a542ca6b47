// What must be in the folder of a package, and what must not.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readAsar } from './asar.mjs';
import { readFuses } from './fuses.mjs';
import { check } from './report.mjs';

/** Run by a plain Node, so they must be real files. */
const OUTSIDE = [
  'package.json',
  'dist/engine/engine-process.js',
  'dist/engine/load-process.js',
  'dist/engine/answer-questions.cjs',
  'dist/engine/read-process.js',
  'dist/engine/ticks-process.js',
  'dist/engine/0x/loading-stacks.js',
  'dist/engine/loopscope-agent.cjs',
  'dist/engine/loopscope-preload.cjs',
  'dist/engine/loopscope-processes.cjs',
  'dist/cli/command.cjs',
  'dist/cli/loopscope.js',
  'dist/renderer/index.html',
  'resources/demos/ssr/demo.json',
  'resources/samples/slow-route.loopscope',
  'resources/samples/ssr.loopscope',
  'resources/node_modules/react/package.json',
  'resources/node_modules/react-dom/server.node.js',
  'resources/node_modules/ejs/package.json',
];
const INSIDE = [
  'package.json',
  'dist/shell/main.cjs',
  'dist/shell/preload.cjs',
  'dist/shell/interface.json',
  'dist/renderer/index.html',
  'dist/renderer/licences.txt',
  'resources/icons/512x512.png',
];

export function checkArchive(folder, version) {
  const { paths, isOutside, text } = readAsar(join(folder, 'resources/app.asar'));
  for (const path of INSIDE) check(`${path} is in the archive`, paths.includes(path) && !isOutside(path));
  const others = paths.filter((path) => !/^(package\.json|dist\/(shell|renderer)\/.+|resources\/icons\/512x512\.png)$/.test(path));
  check('nothing else is in the archive', others.length === 0, others.slice(0, 5).join(', '));
  check('no source maps in the archive', !paths.some((path) => path.endsWith('.map')));
  const { main, version: packed, desktopName, devDependencies } = JSON.parse(text('package.json'));
  check(
    'its package.json names main, version and desktop file',
    packed === version && existsInside(paths, main) && desktopName !== undefined,
  );
  check('its package.json carries nothing for developers', devDependencies === undefined);
  checkManifest(JSON.parse(text('dist/shell/interface.json')), paths);
}

const existsInside = (paths, main) => paths.includes(main);

/** The window serves the files of this list; a missing file would mean a blank page. */
function checkManifest(manifest, paths) {
  const missing = Object.values(manifest).filter(({ file }) => !paths.includes(`dist/renderer/${file}`));
  check('every file of the interface is in the archive', missing.length === 0, missing.map(({ file }) => file).join(', '));
}

export function checkOutside(folder) {
  const outside = join(folder, 'resources/app.asar.unpacked');
  for (const path of OUTSIDE) check(`${path} lies outside the archive`, existsSync(join(outside, path)));
  check('the application of Electron itself is gone', !existsSync(join(folder, 'resources/default_app.asar')));
  const locales = readdirSync(join(folder, 'locales')).sort().join(' ');
  check('only the languages of the interface', /^en-US.pak( es(-\d+)?.pak)+ ru.pak$/.test(locales), locales);
}

export function checkFuses(binary, wanted) {
  const fuses = readFuses(readFileSync(binary));
  for (const [name, on] of Object.entries(wanted)) check(`fuse ${name} is ${on ? 'on' : 'off'}`, fuses?.[name] === on);
}

const MB = 1e6;
/** Size of Loopscope's own unpacked part, which should stay small beside Electron. */
const OURS_AT_MOST_MB = 30;

export function printSizes(folder, artifacts) {
  const ours = sizeOf(join(folder, 'resources'));
  const rows = [
    ['Electron', sizeOf(folder) - ours],
    ['window (archive)', sizeOf(join(folder, 'resources/app.asar'))],
    ['engine and command line', sizeOf(join(folder, 'resources/app.asar.unpacked/dist'))],
    ['studies and their packages', sizeOf(join(folder, 'resources/app.asar.unpacked/resources'))],
    ...artifacts.map((file) => [file.slice(file.lastIndexOf('/') + 1), statSync(file).size]),
  ];
  for (const [name, bytes] of rows) console.log(`size    ${name}: ${(bytes / MB).toFixed(1)} MB`);
  check(`Loopscope's own part is at most ${OURS_AT_MOST_MB} MB`, ours <= OURS_AT_MOST_MB * MB, `${(ours / MB).toFixed(1)} MB`);
}

function sizeOf(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
