/**
 * Each test file has its own lock folder: files run in parallel, possibly beside a measurement on this machine, and must not wait for each
 * other. Processes started by a test inherit it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'loopscope-lock-'));
process.env.LOOPSCOPE_LOCK_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
