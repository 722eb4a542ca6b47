// `npm start`: the built application in its window. Electron's binary is downloaded the first time; without network access
// `loopscope open` says so in one line and shows the interface in the browser.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fetchElectron } from './fetch-electron.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!process.env.ELECTRON_OVERRIDE_DIST_PATH) await fetchElectron(root);
// Ctrl-C reaches all processes of the terminal; this one waits until the others have ended what they started.
process.on('SIGINT', () => {});
const child = spawn(process.execPath, ['dist/cli/loopscope.js', 'open', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
