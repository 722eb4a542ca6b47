/** Preferences where the disk takes nothing. */
import { mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { JsonStore } from '../../../../electron/engine/sessions/json-store.ts';
import * as z from '../../../../shared/base/schema.ts';

test('what is in a file that cannot be read for a moment is not replaced, which is reported', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope store '));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [path, aside] = [join(dir, 'recent.json'), join(dir, 'aside.json')];
  const told: unknown[] = [];
  const store = new JsonStore(path, z.array(z.string()), [], (error) => told.push(error));
  await store.update(() => ['a', 'b']);
  // A folder can be opened and not be read.
  renameSync(path, aside);
  mkdirSync(path);
  expect(await store.update((list) => [...list, 'c'])).toEqual(['c']);
  expect(await store.read()).toEqual(['c']);
  expect(told.map((error) => (error as NodeJS.ErrnoException).code)).toEqual(['EISDIR', 'EISDIR']);
  rmdirSync(path);
  renameSync(aside, path);
  expect(await store.update((list) => [...list, 'd'])).toEqual(['a', 'b', 'd']);
});

test('an entry is removed even if the file cannot be written, which is reported', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope store '));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'file'), '');
  const told: unknown[] = [];
  const store = new JsonStore(join(dir, 'file', 'recent.json'), z.array(z.string()), [], (error) => told.push(error));
  await store.update(() => ['a.loopscope']);
  expect(await store.read()).toEqual(['a.loopscope']);
  await store.clear();
  expect(await store.read()).toEqual([]);
  expect(told).toHaveLength(2);
});
