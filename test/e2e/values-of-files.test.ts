/** A file with values of several kinds in the window: another one is chosen beside the profile, also with the keyboard. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../shared/words/en/run.ts';
import { scratch } from '../helpers/command.ts';
import { expectGoodLooks } from '../helpers/look.ts';
import { makePprof } from '../helpers/make-pprof.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const open = setupProductPages();

const TYPES = [
  ['alloc_objects', 'count'],
  ['alloc_space', 'bytes'],
  ['inuse_objects', 'count'],
  ['inuse_space', 'bytes'],
] as const;

function heapFile(): string {
  const path = join(scratch(), 'heap.pb');
  const rows = [
    { stack: ['main', 'handle', 'read'], values: [9_000, 900_000_000, 90, 1_000_000] },
    { stack: ['main', 'handle', 'keep'], values: [1_000, 100_000_000, 910, 9_000_000] },
  ];
  writeFileSync(path, makePprof(TYPES, rows));
  return path;
}

test('the value is chosen with the keyboard, keeps the focus, and is shown again after a reload', { tags: ['long'] }, async () => {
  const page = await open({ args: [heapFile()] });
  const held = page.getByText('of the memory held (inuse_space) is in keep');
  await held.waitFor();
  const box = page.getByRole('combobox', { name: run.profile.valueOfFile });
  expect(await box.textContent()).toContain('inuse_space (bytes)');
  await page.getByText(run.profile.valueOfFile, { exact: true }).waitFor();
  await box.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'inuse_space (bytes)' }).waitFor();
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.getByText('of the memory allocated (alloc_space) is in read').waitFor();
  await expect.poll(() => box.textContent()).toContain('alloc_space (bytes)');
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectGoodLooks(page);
  await page.reload();
  await page.getByText('of the memory allocated (alloc_space) is in read').waitFor();
});
