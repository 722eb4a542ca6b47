// nginx and Gunicorn: from PATH, or in .cache/servers. Debian's package of nginx is unpacked and not installed, because installing it starts a
// service; Gunicorn is in a Python environment of its own. Neither takes root.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.cache/servers', import.meta.url));
const WITHIN_MS = 300_000;

/** What each is called, where it is in its folder, and how it gets there. */
const SERVERS = {
  nginx: { program: 'usr/sbin/nginx', fetch: fetchNginx },
  gunicorn: { program: 'bin/gunicorn', fetch: fetchGunicorn },
};

/** @param {'nginx' | 'gunicorn'} name @returns {string | null} the program, when it is there already */
export function findServer(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = [...folders.map((folder) => join(folder, name)), join(FOLDER, name, SERVERS[name].program)];
  return places.find((place) => existsSync(place)) ?? null;
}

/** @param {'nginx' | 'gunicorn'} name @returns {string | null} null: it cannot be had on this system, or its registry not be reached */
export function ensureServer(name) {
  const known = findServer(name);
  if (known !== null || process.platform !== 'linux') return known;
  mkdirSync(FOLDER, { recursive: true });
  const place = join(FOLDER, name);
  try {
    SERVERS[name].fetch(place);
  } catch {
    // It is there already, or whoever asked says that it is not.
  }
  return findServer(name);
}

function fetchNginx(place) {
  const unfinished = mkdtempSync(join(FOLDER, 'new-'));
  try {
    run('apt-get', ['download', 'nginx', 'nginx-common'], unfinished) ||
      (run('apt-get', ['-qq', 'update'], unfinished) && run('apt-get', ['download', 'nginx', 'nginx-common'], unfinished));
    const packages = readdirSync(unfinished).filter((name) => name.endsWith('.deb'));
    if (packages.length > 0 && packages.every((name) => run('dpkg', ['-x', name, 'root'], unfinished)))
      renameSync(join(unfinished, 'root'), place);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The programs of an environment name its folder, so it cannot be moved: it is made where it stays. */
function fetchGunicorn(place) {
  const isMade = run('python3', ['-m', 'venv', place], FOLDER) && run(join(place, 'bin/pip'), ['install', '--quiet', 'gunicorn'], FOLDER);
  if (!isMade) rmSync(place, { recursive: true, force: true });
}

function run(file, args, cwd) {
  return spawnSync(file, args, { cwd, timeout: WITHIN_MS, stdio: 'ignore' }).status === 0;
}
