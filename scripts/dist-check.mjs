// `npm run dist:check`: packs without the network, in the Electron of the tests, and checks the result.
//
// 1. The folder, the .deb and the .zip exactly as `npm run dist` makes them, except for the Electron inside: contents, sizes, desktop
//    file, MIME types, icons, fuses; the .deb is installed, used and removed where we are root.
// 2. The old Electron lacks features of a current one that the application needs, and the product does not work around that. So the
//    walk uses a second folder that differs in two things: test/e2e/electron-shim is loaded first, and the fuse that would keep
//    Playwright out is left on. With a current Electron (LOOPSCOPE_TEST_ELECTRON) there is no shim.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { ensureElectron } from '../test/setup/electron.mjs';
import { checkArchive, checkFuses, checkOutside, printSizes } from './dist-check/contents.mjs';
import { checkDeb, installAndRemove } from './dist-check/deb.mjs';
import { openDisplay } from './dist-check/display.mjs';
import { copyWithFuses, needsShim } from './dist-check/old-electron.mjs';
import { check, finish, leaveOut } from './dist-check/report.mjs';
import { walk } from './dist-check/walk.mjs';
import { pack } from './dist-pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'out/dist-check');
const settings = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('dist:check works on Linux with x64 only: there is no Electron without the network for other systems.');
  process.exit(1);
}
const { program, whyNot } = ensureElectron();
if (program === null) {
  console.error(`dist:check needs the Electron of the tests, and there is none: ${whyNot}`);
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const electronVersion = readFileSync(join(dirname(program), 'version'), 'utf8')
  .trim()
  .replace(/^v/, '');
const given = {
  electronVersion,
  electronDist: copyWithFuses(program, dirname(program), join(out, 'electron')),
  // Sizes are measured on what is packed as shipped; the same compression of 200 MB here would take a minute and prove nothing.
  compression: 'store',
  deb: { compression: 'gz' },
};

const made = await pack(['dir', 'deb', 'zip'], { ...given, directories: { output: join(out, 'product') } });
const folder = join(out, 'product/linux-unpacked');
checkArchive(folder, version);
checkOutside(folder);
checkFuses(join(folder, 'loopscope-desktop'), settings.electronFuses);
check('the archive for other systems registers itself', existsSync(join(folder, 'register.sh')));
const deb = made.find((file) => file.endsWith('.deb'));
checkDeb(deb, version);
installAndRemove(deb, version);
printSizes(folder, made);

const shim = {
  extraMetadata: { main: 'shim/entry.cjs' },
  files: [
    ...settings.files,
    { from: 'test/e2e/electron-shim', to: 'shim' },
    { from: 'scripts/dist-check', to: 'shim', filter: ['entry.cjs'] },
  ],
};
await pack(['dir'], {
  ...given,
  directories: { output: join(out, 'walk') },
  // Playwright needs the interface that this fuse disables.
  electronFuses: { ...settings.electronFuses, enableNodeCliInspectArguments: true },
  ...(needsShim(electronVersion) ? shim : {}),
});
const display = await openDisplay().catch((error) => leaveOut('walking through the program', error.message));
if (display) {
  await walk(join(out, 'walk/linux-unpacked/loopscope-desktop'), display.name, out);
  display.close();
  console.log(`pictures of the walk: ${out}/walk-*.png`);
}
finish();
