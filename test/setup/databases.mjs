// PostgreSQL, MariaDB and Redis: as the system has them, or in .cache/databases. Debian's packages are unpacked there and not installed, because
// installing them starts services, and takes root.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.cache/databases', import.meta.url));
const WITHIN_MS = 300_000;
const LIBRARIES = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'];

/** By what they are called here: a program that each has, where it is in its package, and the packages. */
const DATABASES = {
  postgres: { program: 'initdb', folder: 'usr/lib/postgresql/15/bin', packages: ['postgresql-15'] },
  mariadb: { program: 'mariadbd', folder: 'usr/sbin', packages: ['mariadb-server-core', 'mariadb-client-core'] },
  redis: { program: 'redis-server', folder: 'usr/bin', packages: ['redis-server'] },
};

/** @param {'postgres' | 'mariadb' | 'redis'} name @returns {boolean} on the system */
export function isInstalled(name) {
  return isIn('/', name);
}

/** @param {'postgres' | 'mariadb' | 'redis'} name @returns {{ root: string, libraries: string[] } | null} `/`, or the folder that stands for it */
export function ensureDatabase(name) {
  if (isInstalled(name)) return { root: '/', libraries: [] };
  if (process.platform !== 'linux') return null;
  const place = join(FOLDER, name);
  if (!isIn(place, name)) fetchInto(place, DATABASES[name].packages);
  if (!isIn(place, name)) return null;
  return { root: place, libraries: LIBRARIES.map((one) => join(place, one)).filter((one) => existsSync(one)) };
}

function isIn(root, name) {
  const { program, folder } = DATABASES[name];
  return existsSync(join(root, folder, program));
}

function fetchInto(place, packages) {
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = mkdtempSync(join(FOLDER, 'new-'));
  try {
    if (!download(packages, unfinished) && run('apt-get', ['-qq', 'update'], unfinished)) download(packages, unfinished);
    const files = readdirSync(unfinished).filter((name) => name.endsWith('.deb'));
    if (files.length > 0 && files.every((name) => run('dpkg', ['-x', name, 'root'], unfinished)))
      renameSync(join(unfinished, 'root'), place);
  } catch {
    // It is there already, or whoever asked says that it is not.
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** With what they need that is not installed. */
function download(packages, cwd) {
  const { stdout } = spawnSync('apt-get', ['-s', 'install', '--no-install-recommends', ...packages], {
    encoding: 'utf8',
    timeout: WITHIN_MS,
  });
  const needed = [...(stdout ?? '').matchAll(/^Inst (\S+)/gm)].map(([, one]) => one);
  return needed.length > 0 && run('apt-get', ['download', ...needed], cwd);
}

function run(file, args, cwd) {
  return spawnSync(file, args, { cwd, timeout: WITHIN_MS, stdio: 'ignore' }).status === 0;
}
