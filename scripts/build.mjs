// One build for every host: esbuild for what runs under Node, Vite for the interface. `--only=node` skips the interface.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeInterfaceManifest } from './interface-manifest.mjs';
import { writeLicences } from './licences.mjs';
import { studyPackageFiles } from './study-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const nodeOnly = process.argv.includes('--only=node');
const started = performance.now();

/** ESM bundles contain CommonJS libraries that call require for builtins. */
const banner = { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" };
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  sourcemap: true,
  logLevel: 'warning',
  // Names are kept for stack traces. ASCII output: V8 stores it with one byte per character and compiles it faster.
  minifyWhitespace: true,
  charset: 'ascii',
  // use-intl brings React along: without this in both of its builds.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Which packages are in it: their licences go with them.
  metafile: true,
};

/** What runs in Electron: CommonJS, for the oldest Electron it is tested in. `.cjs`, because the package is `type: module`. */
const electron = { ...common, format: 'cjs', target: 'node12.14', external: ['electron'] };

/** For `code-cache.ts`: V8 keeps the compiled code of scripts, not of modules. Its value is a function, strict as modules are. */
const script = {
  ...common,
  format: 'cjs',
  target: 'node20',
  define: { ...common.define, 'import.meta.url': '__url' },
  banner: { js: "(function (module, require, __url) { 'use strict';" },
  footer: { js: '})' },
};

/** 0x starts a file that it expects beside its own: CommonJS, which the folder has to say. */
function copyStartedByZeroX(to) {
  const [from, folder] = [join(root, 'node_modules/0x/lib'), join(root, to)];
  mkdirSync(folder, { recursive: true });
  for (const file of ['loading-stacks.js', 'random-require.js']) copyFileSync(join(from, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

// Files are replaced in place, so that a running product still finds its files.
const built = await Promise.all([
  build({
    ...common,
    entryPoints: ['electron/cli/loopscope.ts'],
    outfile: 'dist/cli/loopscope.js',
    format: 'esm',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
  }),
  build({ ...script, entryPoints: ['electron/cli/command.ts'], outfile: 'dist/cli/command.cjs' }),
  build({
    ...common,
    entryPoints: ['electron/engine/load/load-process.ts'],
    outfile: 'dist/engine/load-process.js',
    format: 'esm',
    target: 'node20',
    banner,
  }),
  // Imported by the load process where it is the client.
  build({
    ...common,
    entryPoints: ['electron/engine/load/autocannon.ts'],
    outfile: 'dist/engine/autocannon.js',
    format: 'esm',
    target: 'node20',
    banner,
  }),
  // Imported by the load process where a plan says what is asked for.
  build({
    ...common,
    entryPoints: ['electron/engine/load/plan/users-of-plan.ts'],
    outfile: 'dist/engine/users-of-plan.js',
    format: 'esm',
    target: 'node20',
    banner,
  }),
  // Reads files from other people.
  build({ ...script, entryPoints: ['electron/engine/foreign/answer-questions.ts'], outfile: 'dist/engine/answer-questions.cjs' }),
  build({
    ...common,
    entryPoints: ['electron/engine/foreign/read-process.ts'],
    outfile: 'dist/engine/read-process.js',
    format: 'esm',
    target: 'node20',
    banner,
  }),
  // Reads the logs of V8, with the modules of 0x that do so: the rest of it, its page and the bundler for that, is not reached from here.
  build({
    ...common,
    entryPoints: ['electron/engine/ticks/ticks-process.ts'],
    outfile: 'dist/engine/ticks-process.js',
    format: 'esm',
    target: 'node20',
    banner: { js: `${banner.js} const __dirname = import.meta.dirname + '/0x';` },
  }),
  build({
    ...common,
    entryPoints: ['electron/engine/server/engine-process.ts'],
    outfile: 'dist/engine/engine-process.js',
    format: 'esm',
    target: 'node20',
    banner,
  }),
  build({ ...electron, entryPoints: ['electron/main.ts'], outfile: 'dist/shell/main.cjs' }),
  build({ ...electron, entryPoints: ['electron/preload.ts'], outfile: 'dist/shell/preload.cjs', sourcemap: false }),
  // The first of us in each process of the user's program, whatever Node it is.
  build({
    ...common,
    external: ['./loopscope-agent.cjs'],
    entryPoints: ['electron/engine/agent/preload.ts'],
    outfile: 'dist/engine/loopscope-preload.cjs',
    format: 'cjs',
    target: 'es5',
    sourcemap: false,
  }),
  // Runs inside the user's process, from Node 18 on: CommonJS, builtins only.
  build({
    ...common,
    entryPoints: ['electron/engine/agent/agent.ts'],
    outfile: 'dist/engine/loopscope-agent.cjs',
    format: 'cjs',
    target: 'node18',
    sourcemap: false,
  }),
  // The first process of a script that runs in several: as the agent.
  build({
    ...common,
    entryPoints: ['electron/engine/agent/cluster-primary.ts'],
    outfile: 'dist/engine/loopscope-processes.cjs',
    format: 'cjs',
    target: 'node18',
    sourcemap: false,
  }),
]);
copyStartedByZeroX('dist/engine/0x');
if (!nodeOnly) {
  const { build: buildRenderer } = await import('vite');
  const inPage = [];
  const listing = {
    name: 'list-modules',
    generateBundle: (_, chunks) => {
      for (const { moduleIds = [] } of Object.values(chunks)) inPage.push(...moduleIds);
    },
  };
  await buildRenderer({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', plugins: [listing] });
  const inNode = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeLicences('dist/renderer/licences.txt', [...inPage, ...inNode, ...(await studyPackageFiles(root))]);
  writeInterfaceManifest('dist/renderer', 'dist/shell/interface.json');
}
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
