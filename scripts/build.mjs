// One build for every host: esbuild for what runs under Node, Vite for the interface. `--only=node` skips the interface.
import { build } from 'esbuild';
import { writeInterfaceManifest } from './interface-manifest.mjs';
import { writeLicences } from './licences.mjs';

const root = new URL('..', import.meta.url).pathname;
const nodeOnly = process.argv.includes('--only=node');
const started = performance.now();

/** ESM bundles contain CommonJS libraries that call require for builtins. */
const banner = { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" };
const common = {
  absWorkingDir: decodeURIComponent(root),
  bundle: true,
  platform: 'node',
  sourcemap: true,
  logLevel: 'warning',
  // Names stay, for stack traces. Escapes instead of UTF-8: V8 keeps a source of one byte a character and compiles it sooner.
  minifyWhitespace: true,
  charset: 'ascii',
};

/** What runs in Electron: CommonJS, down-levelled to the oldest Electron it is tested in. `.cjs`, as the package is one of ES modules. */
const electron = { ...common, format: 'cjs', target: 'node12.14', external: ['electron'] };

// Files are replaced in place, so that a product that runs meanwhile finds its own.
await Promise.all([
  build({
    ...common,
    entryPoints: ['electron/cli/loopscope.ts'],
    outfile: 'dist/cli/loopscope.js',
    format: 'esm',
    target: 'node20',
    banner: { js: `#!/usr/bin/env node\n${banner.js}` },
  }),
  build({
    ...common,
    entryPoints: ['electron/engine/load/load-process.ts'],
    outfile: 'dist/engine/load-process.js',
    format: 'esm',
    target: 'node20',
    banner,
  }),
  build({
    ...common,
    entryPoints: ['electron/engine/engine-process.ts'],
    outfile: 'dist/engine/engine-process.js',
    format: 'esm',
    target: 'node20',
    banner,
  }),
  build({ ...electron, entryPoints: ['electron/main.ts'], outfile: 'dist/shell/main.cjs' }),
  build({ ...electron, entryPoints: ['electron/preload.ts'], outfile: 'dist/shell/preload.cjs', sourcemap: false }),
  // Runs inside the user's process, from Node 18 on: CommonJS, builtins only.
  build({
    ...common,
    entryPoints: ['electron/engine/agent/agent.ts'],
    outfile: 'dist/engine/loopscope-agent.cjs',
    format: 'cjs',
    target: 'node18',
    sourcemap: false,
  }),
]);
if (!nodeOnly) {
  const { build: buildRenderer } = await import('vite');
  await buildRenderer({ configFile: decodeURIComponent(new URL('../vite.config.ts', import.meta.url).pathname), logLevel: 'warn' });
  writeLicences('dist/renderer/licences.txt');
  writeInterfaceManifest('dist/renderer', 'dist/shell/interface.json');
}
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
