// Finds or installs what the tests need besides npm packages, and prints one line about each.
import { fork, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureElectron, LIBRARIES, missingLibraries } from './electron.mjs';
import { BROWSER_VARIABLE, findBrowser } from './find-browser.mjs';
import { ensureNode } from './nodes.mjs';
import { ensureServer } from './servers.mjs';

const isOnPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));
/** On a desktop its owner decides what is installed; on a fresh machine the tests run as root and may install packages. */
const mayInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && isOnPath('apt-get');

/** Null: success. Otherwise the last line of apt's output. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  return status === 0 ? null : (stderr?.trim().split('\n').at(-1) ?? 'apt-get could not be started');
}

function install(packages) {
  console.log(`set-up: installing ${packages.join(', ')} with apt-get`);
  return aptGet('update') ?? aptGet('install', '-y', '--no-install-recommends', ...packages);
}

/** The real Electron and the libraries it needs. */
function prepareElectron() {
  const { program, whyNot } = ensureElectron();
  if (program !== null && missingLibraries(program).length > 0 && mayInstall()) install(LIBRARIES);
  const missing = program === null ? [] : missingLibraries(program);
  console.log(`set-up: Electron ${program ?? 'none'}${missing.length > 0 ? ` (without ${missing.join(', ')})` : ''}`);
  if (missing.length === 0) return { program, whyNot };
  return { program: null, whyNot: `these libraries of the system are missing: ${missing.join(', ')}.` };
}

/**
 * @typedef {{
 *   browser: { path: string, version: string } | null, whyNot: string,
 *   electron: { program: string | null, whyNot: string }
 * }} SetUp
 */

/**
 * The same beside what its caller does meanwhile, which may block.
 * @param {readonly number[]} nodes
 * @returns {Promise<SetUp>}
 */
export function prepareMeanwhile(nodes) {
  const child = fork(fileURLToPath(import.meta.url), nodes.map(String));
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`The set-up ended with code ${code}.`)));
  });
}

/**
 * @param {readonly number[]} nodes majors of Node that the tests will ask for
 * @returns {SetUp}
 */
export function prepare(nodes) {
  console.log(`set-up: Node ${process.version}, ${process.platform} ${process.arch}`);
  const missing = [...(findBrowser() ? [] : ['chromium-headless-shell']), ...(needsXvfb() ? ['xvfb', 'xauth'] : [])];
  const problem = missing.length > 0 && mayInstall() ? install(missing) : null;
  if (problem) console.log(`set-up: that failed: ${problem}`);
  const browser = findBrowser();
  if (browser) console.log(`set-up: browser ${browser.path} (${browser.version})`);
  console.log(`set-up: ${describeDisplay()}`);
  const electron = prepareElectron();
  // Before the tests, whose time is not that of the network.
  const missingNodes = nodes.filter((major) => ensureNode(major) === null);
  console.log(
    `set-up: other Nodes ${missingNodes.length > 0 ? `without ${missingNodes.join(', ')}: the npm registry could not be reached` : nodes.join(', ')}`,
  );
  for (const name of ['nginx', 'gunicorn'])
    console.log(`set-up: ${name} ${ensureServer(name) ?? 'none: it is not on PATH and could not be fetched'}`);
  return { browser, whyNot: browser ? '' : whyNoBrowser(problem), electron };
}

const needsXvfb = () => process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY && !isOnPath('Xvfb');

function describeDisplay() {
  if (process.platform !== 'linux') return 'display: the desktop';
  if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return `display ${process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY}`;
  return isOnPath('Xvfb') ? 'display: none, Xvfb is there for what needs one' : 'display: none and no Xvfb; nothing here needs one';
}

function whyNoBrowser(problem) {
  const how = process.platform === 'linux' ? 'Install one (Debian: apt-get install chromium)' : 'Install Chromium, Chrome or Edge';
  return `no Chromium, Chrome or Edge was found${problem ? ' and installing one failed' : ''}. ${how} or name one in ${BROWSER_VARIABLE}.`;
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) process.send(prepare(process.argv.slice(2).map(Number)));
