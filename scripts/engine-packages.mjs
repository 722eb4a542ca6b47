// What the engine loads from packages that are not bundled into it: of 0x the two files that electron/engine/ticks/zero-x.ts imports, and the one
// that they start as a program. Of the packages only the files that these load: its visualiser and the bundler for it stay behind.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const ENTRIES = ['ticks-to-tree.js', 'v8-log-to-ticks.js', 'loading-stacks.js'].map((file) => `node_modules/0x/lib/${file}`);
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const isLicence = (file) => /^(licen[cs]e|copying)/i.test(file);

/** Paths below the root, with forward slashes: code, and of each package its package.json and licence. */
export async function engineFiles(root) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    metafile: true,
    outdir: 'none',
    logLevel: 'silent',
  });
  const code = Object.keys(metafile.inputs);
  const packages = [...new Set(code.map((file) => PACKAGE.exec(file)[0]))];
  const beside = packages.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file === 'package.json' || isLicence(file))
      .map((file) => `${folder}/${file}`),
  );
  return [...new Set([...code, ...beside])].filter((file) => existsSync(join(root, file))).sort();
}
