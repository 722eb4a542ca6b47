import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The newest Electron when somebody last looked. Electron mends the latest three majors, and a new one comes every eight weeks,
 * so: look (`npm view electron version`), change this, and move the dependency before it falls out.
 */
const NEWEST = { major: 45, asOf: '2026-11-21', source: 'https://www.npmjs.com/package/electron' };
const SUPPORTED_MAJORS = 3;

const root = join(import.meta.dirname, '../../..');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('Electron is one of the three supported majors', () => {
  const installed = readJson('node_modules/electron/package.json').version as string;
  const major = Number(installed.split('.')[0]);
  expect(major).toBeGreaterThan(NEWEST.major - SUPPORTED_MAJORS);
  // An installed one that is newer means that the constant has not been looked at.
  expect(major, `newest as of ${NEWEST.asOf}, ${NEWEST.source}`).toBeLessThanOrEqual(NEWEST.major);
});

test('the dependency cannot fall back to an older major', () => {
  expect(readJson('package.json').devDependencies.electron).toMatch(/^[\^~]?\d+\./);
});
