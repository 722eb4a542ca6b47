// Finds a Chromium-based browser: Chromium, Chrome or Edge.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Environment variable for a browser in another place. */
export const BROWSER_VARIABLE = 'LOOPSCOPE_CHROMIUM';

/** Chromium's headless shell first: it draws the same pages with a third less CPU time than the whole browser. */
const ON_PATH = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
];
const MAC = ['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const WINDOWS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

function candidates() {
  const { env, platform } = process;
  if (platform === 'darwin') return MAC;
  if (platform === 'win32') {
    const roots = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter(Boolean);
    return roots.flatMap((root) => WINDOWS.map((file) => join(root, file)));
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** On some systems `chromium` is only a script that says how to install it. On Windows `--version` would open a window. */
function versionOf(file) {
  if (process.platform === 'win32') return 'version not asked';
  try {
    return execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 }).trim();
  } catch {
    return null;
  }
}

/** Null if there is none. Throws if the override does not name a browser. */
export function findBrowser() {
  const named = process.env[BROWSER_VARIABLE];
  for (const path of named ? [named] : candidates()) {
    const version = existsSync(path) ? versionOf(path) : null;
    if (version) return { path, version };
  }
  if (named) throw new Error(`${BROWSER_VARIABLE} is ${named}, which is not a browser that can be started.`);
  return null;
}
