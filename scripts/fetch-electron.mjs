// Electron's binary for `npm start`, downloaded if it is missing. A failure is not reported here, because `loopscope open` reports it and
// shows the interface in the browser. After a failed attempt the next one is made a day later at the earliest.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canReach, ELECTRON_HOST } from './can-reach.mjs';

/** The user is waiting for the window, and the browser is a good substitute. */
const REACH_PATIENCE_MS = 3_000;
const FETCH_PATIENCE_MS = 180_000;
const AGAIN_AFTER_MS = 24 * 60 * 60 * 1000;

const realTools = (root) => ({
  // A proxy configured only for Electron's own download tool cannot be used here.
  canReach: () => (process.env.ELECTRON_GET_USE_PROXY ? true : canReach(ELECTRON_HOST, REACH_PATIENCE_MS)),
  install: () =>
    spawnSync(process.execPath, ['node_modules/electron/install.js'], { cwd: root, stdio: 'ignore', timeout: FETCH_PATIENCE_MS }).status ===
    0,
  terminal: process.stderr,
  now: Date.now,
});

/** True: the binary is installed now. */
export async function fetchElectron(root, tools = realTools(root)) {
  const isThere = () => existsSync(join(root, 'node_modules/electron/path.txt'));
  if (isThere()) return true;
  if (!existsSync(join(root, 'node_modules/electron/install.js'))) return false;
  const failed = join(root, '.cache/electron-not-fetched');
  if (isYoung(failed, tools.now())) return false;
  if ((await tools.canReach()) && showWhile('Fetching Electron; this is done once.', tools.terminal, tools.install) && isThere()) {
    rmSync(failed, { force: true });
    return true;
  }
  mkdirSync(dirname(failed), { recursive: true });
  writeFileSync(failed, `An attempt to fetch Electron failed at ${new Date(tools.now()).toISOString()}. Delete this file to try again.\n`);
  return false;
}

function isYoung(file, now) {
  try {
    return now - statSync(file).mtimeMs < AGAIN_AFTER_MS;
  } catch {
    return false;
  }
}

/** On a terminal the progress line is erased when the work is done; elsewhere none is printed. */
function showWhile(line, terminal, work) {
  if (!terminal.isTTY) return work();
  terminal.write(line);
  try {
    return work();
  } finally {
    terminal.write('\r\x1b[K');
  }
}
