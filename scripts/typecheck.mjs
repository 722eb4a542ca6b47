// Each runtime has its own compiler settings, so that shared/ cannot use the DOM and the renderer cannot use Node.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The one that takes longest first. */
const PARTS = ['test', 'renderer', 'engine', 'shared'];
/** Each on one core: with more, a compiler would work out the same types once for each of them, which takes twice as much CPU time. */
const AT_ONCE = 2;
const CHECKERS = '1';
/** Many times what the slowest part takes, also on a machine that is busy with other things. */
const PATIENCE_MS = 900_000;
/** What was found out the last time, so that only what has changed since, and what uses it, is checked again: 2 s instead of 14 for shared/. */
const KNOWN = 'node_modules/.cache/types';
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

function check(part) {
  // A process group of its own: the compiler is a child of its launcher, and both must be ended if it hangs.
  const incremental = ['--incremental', '--tsBuildInfoFile', join(KNOWN, `${part}.tsbuildinfo`)];
  const child = spawn(process.execPath, [tsc, '-p', `tsconfig.${part}.json`, '--checkers', CHECKERS, ...incremental], {
    stdio: 'inherit',
    detached: process.platform !== 'win32',
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      console.log(
        `typecheck ${part}: no end in sight after ${PATIENCE_MS / 1000} s. Known cause: useText('area') of an area that shared/words/en/language.ts does not list.`,
      );
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    }, PATIENCE_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

let failed = false;
const waiting = [...PARTS];

async function checkWaiting() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const ok = await check(part);
    console.log(`typecheck ${part}: ${ok ? 'ok' : 'failed'}`);
    failed ||= !ok;
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, checkWaiting));
process.exit(failed ? 1 : 0);
