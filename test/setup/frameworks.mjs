// Web frameworks that servers are written with, and drivers of databases, as npm's registry has them, without the scripts of their packages. They are kept in
// .cache/frameworks, beside the project's own packages, which need none of them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.cache/frameworks', import.meta.url));
const WITHIN_MS = 300_000;

/** What has to be installed for each; of the drivers what runs on every Node that a target may run under. What is there without one of them is installed anew. */
const PACKAGES = {
  express4: ['express@4'],
  fastify: ['fastify@5'],
  koa: ['koa@3', '@koa/router@14'],
  nest: ['@nestjs/core@11', '@nestjs/common@11', '@nestjs/platform-express@11', 'reflect-metadata@0.2', 'rxjs@7'],
  drivers: [
    ...['pg@8', 'knex@3', 'generic-pool@3', 'postgres@3', 'mysql2@3', 'mariadb@3.4', 'mongodb@6', 'ioredis@5', 'redis@4', 'undici@6'],
    ...['piscina@4', 'comlink@4'],
  ],
};

/** @param {'express4' | 'fastify' | 'koa' | 'nest' | 'drivers'} name @returns {string | null} the folder, when it is there already */
export function findFramework(name) {
  const place = join(FOLDER, name);
  return PACKAGES[name].every((one) => existsSync(join(place, 'node_modules', one.replace(/(?<=.)@.*$/, '')))) ? place : null;
}

/** @param {'express4' | 'fastify' | 'koa' | 'nest' | 'drivers'} name @returns {string | null} the folder that `require` finds it from; null: the registry cannot be reached */
export function ensureFramework(name) {
  const found = findFramework(name);
  if (found !== null) return found;
  const place = join(FOLDER, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = mkdtempSync(join(FOLDER, 'new-'));
  try {
    const args = ['install', '--prefix', unfinished, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
    const { status } = spawnSync('npm', [...args, ...PACKAGES[name]], {
      timeout: WITHIN_MS,
      stdio: 'ignore',
      shell: process.platform === 'win32',
    });
    // In one step: somebody else may be fetching the same one.
    if (status === 0) renameSync(unfinished, place);
  } catch {
    // It is there already, or whoever asked says that it is not.
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return findFramework(name);
}
