/** A group in Set-up: its file is opened with its name and its folder, and what is wrong with it is said with its place. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { common } from '../../shared/words/en/common.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();
const area = (page: Page) => page.getByLabel(setup.field.group.label, { exact: true });

test('the file of a group fills in its text, its name and its folder', async () => {
  const { engine, page, errors } = await open('#/setup', { speed: 10 });
  await page.getByRole('radio', { name: setup.target.kind.group, exact: true }).click();
  await page.getByRole('button', { name: setup.target.groupOpen, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: common.picker.groupTitle });
  await dialog.getByRole('button', { name: /friday\.yaml/ }).click();
  await expect.poll(() => area(page).inputValue()).toContain('script: api.js');
  expect(engine.received.filter(({ name }) => name === 'group.open').map(({ params }) => params)).toEqual([
    { path: '/home/ana/shop/friday.yaml' },
  ]);
  expect(await page.getByLabel(setup.field.cwd.label, { exact: true }).inputValue()).toBe('/home/ana/shop');
  await page.getByText(setup.target.titleOfGroup).click();
  expect(await page.getByLabel(setup.field.groupFile.label, { exact: true }).inputValue()).toBe('/home/ana/shop/friday.yaml');
  await expectGoodLooks(page);
  expect(errors).toEqual([]);
});
