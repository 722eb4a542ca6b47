// Each runtime has its own compiler settings, so that shared/ cannot reach for a DOM and the renderer not for Node.
import { spawnSync } from 'node:child_process';

let failed = false;
for (const part of ['shared', 'engine', 'preload', 'renderer', 'test']) {
  const { status } = spawnSync('npx', ['tsc', '-p', `tsconfig.${part}.json`], { stdio: 'inherit' });
  console.log(`typecheck ${part}: ${status === 0 ? 'ok' : 'failed'}`);
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
