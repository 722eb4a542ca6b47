/** Preferences where the disk takes nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { JsonStore } from '../../../electron/engine/sessions/json-store.ts';
import * as z from '../../../shared/model/schema.ts';

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
