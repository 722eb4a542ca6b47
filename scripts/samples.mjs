// `node scripts/samples.mjs`: records the sessions in resources/samples again, with the product itself, on this machine. Takes three minutes; run it
// after a build, on an otherwise idle machine, because a session says when something else used the processor. Everything runs from a copy in a
// neutral folder, so that no path of a developer gets into a sample.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STAGE, stage } from './dist-stage.mjs';
import { studyPackageFiles } from './study-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const SAMPLES = join(root, 'resources/samples');
const PLACE = '/tmp/samples';
const MOST_BYTES = 1_000_000;

/** The kernel's version without the name of its build. */
const PLAIN_KERNEL = `data:text/javascript,${encodeURIComponent(`import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
const version = os.release().split('-')[0]; os.release = () => version; syncBuiltinESMExports();`)}`;

/** Default: all. */
const only = process.argv.slice(2);

mkdirSync(PLACE);
process.on('exit', () => rmSync(PLACE, { recursive: true, force: true }));

function loopscope(...args) {
  const { status } = spawnSync(process.execPath, ['--import', PLAIN_KERNEL, join(PLACE, 'loopscope/dist/cli/loopscope.js'), ...args], {
    cwd: PLACE,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env.PATH, LOOPSCOPE_DATA_DIR: join(PLACE, 'data') },
  });
  if (status !== 0) throw new Error(`loopscope ${args.join(' ')} ended with code ${status}`);
}

await stage();
cpSync(STAGE, join(PLACE, 'loopscope'), { recursive: true });
cpSync(join(SAMPLES, 'slow-route'), join(PLACE, 'shop'), { recursive: true });
for (const file of await studyPackageFiles(root, join(SAMPLES, 'slow-route'))) cpSync(join(root, file), join(PLACE, 'shop', file));

const SAMPLE_RUNS = {
  'slow-route': ['run', 'shop/app.js', '--url', '/products', '-c', '20', '-d', '12', '--warmup', '2'],
  ssr: ['demo', 'ssr', '--no-open'],
};
for (const [name, args] of Object.entries(SAMPLE_RUNS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const made = join(PLACE, `${name}.loopscope`);
  loopscope(...args, '-o', made);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'scripts/sample-notes.mjs'), name, made], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The notes of ${name} could not be written.`);
  loopscope('show', made, '--private');
  cpSync(made, join(SAMPLES, `${name}.loopscope`));
}

const bytes = Object.keys(SAMPLE_RUNS).reduce((sum, name) => sum + statSync(join(SAMPLES, `${name}.loopscope`)).size, 0);
if (bytes > MOST_BYTES) throw new Error(`The samples have ${bytes} bytes together; at most ${MOST_BYTES} are shipped.`);
console.log(`${bytes} bytes`);
