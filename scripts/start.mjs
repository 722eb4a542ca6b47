// `npm start`: the built application in its window. Electron's program is fetched the first time; where it cannot be had (a closed
// network), `loopscope open` says so and shows the interface in the browser.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FETCH_PATIENCE_MS = 180_000;

const isThere = existsSync(new URL('../node_modules/electron/path.txt', import.meta.url)) || process.env.ELECTRON_OVERRIDE_DIST_PATH;
if (!isThere && existsSync(new URL('../node_modules/electron/install.js', import.meta.url))) {
  console.error('Fetching Electron; this is done once.');
  spawnSync(process.execPath, ['node_modules/electron/install.js'], { cwd: root, stdio: 'ignore', timeout: FETCH_PATIENCE_MS });
}
// Ctrl-C goes to all of the terminal's programs; this one stays until the others have ended what they started.
process.on('SIGINT', () => {});
const child = spawn(process.execPath, ['dist/cli/loopscope.js', 'open', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
