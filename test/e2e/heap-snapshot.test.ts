/** A snapshot of a heap in the window: its tables, the tree by keyboard, and another one beside it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { common } from '../../shared/words/en/common.ts';
import { run } from '../../shared/words/en/run.ts';
import { scratch } from '../helpers/command.ts';
import { expectGoodLooks } from '../helpers/look.ts';
import { type MadeNode, madeSnapshot } from '../helpers/made-snapshot.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const open = setupProductPages();

/** A global list of so many tickets. */
function heapWith(tickets: number): string {
  const path = join(scratch(), `${tickets}.heapsnapshot`);
  const elements = Array.from({ length: tickets }, (_, at) => ({ type: 'element', name: at, to: 5 + at }));
  const nodes: MadeNode[] = [
    {
      type: 'synthetic',
      name: '',
      size: 0,
      edges: [
        { type: 'shortcut', name: 'global', to: 1 },
        { type: 'element', name: 1, to: 3 },
      ],
    },
    { name: 'global', size: 100, edges: [{ name: 'journal', to: 4 }] },
    { type: 'string', name: 'journal', size: 0 },
    { type: 'code', name: '(constant pool)', edges: [{ type: 'hidden', name: 0, to: 2 }] },
    { name: 'Array', size: 200, edges: elements },
    ...Array.from({ length: tickets }, (): MadeNode => ({ name: 'Ticket', size: 1_000 })),
  ];
  writeFileSync(path, madeSnapshot(nodes));
  return path;
}

test('constructors, the tree by keyboard, and what has changed since another one', { tags: ['long'] }, async () => {
  const page = await open({ args: [heapWith(300)] });
  const { tab, tree, beside } = run.heap;
  await page.getByText('journal (Array) keeps 300 kB of 300 kB alive').waitFor();
  await page.getByRole('row', { name: /^Ticket 300 300 kB 300 kB/ }).waitFor();
  await expectGoodLooks(page);

  await page.getByRole('tab', { name: tab.dominators }).click();
  const grid = page.getByRole('treegrid', { name: tree });
  await grid.getByText('global', { exact: true }).click();
  for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await grid.getByText('Ticket × 300').waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => grid.getByText('Ticket × 300').count()).toBe(0);

  await page.getByRole('tab', { name: tab.changes }).click();
  await page.getByRole('button', { name: beside }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(common.picker.folder, { exact: true }).fill(heapWith(100));
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /^Ticket 300 \+200 300 kB \+200 kB/ }).waitFor();
  await expectGoodLooks(page);
});
