/** The table of functions as a tree grid: by keyboard, and as a screen reader is told. */
import { expect, test } from 'vitest';
import { run } from '../../shared/words/en/run.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { main } from '../helpers/interface.ts';

const open = setupFakePages();

test('functions: right opens and goes in, left closes and goes out, Home and End; level, place and state are told', async () => {
  const { page, errors } = await open('#/run/finished?tab=functions');
  const grid = main(page).getByRole('treegrid', { name: run.functions.label });
  const group = main(page).getByRole('group', { name: run.functions.label });
  const chosen = grid.locator('tr[aria-selected="true"]');
  const told = async () => {
    const row = chosen.first();
    const [level, nth, of, isOpen, id] = await Promise.all(
      ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'id'].map((name) => row.getAttribute(name)),
    );
    return { level, nth, of: Number(of), isOpen, isActive: (await group.getAttribute('aria-activedescendant')) === id };
  };
  await grid.getByRole('row').nth(1).waitFor();
  await group.focus();
  await page.keyboard.press('Home');
  await expect.poll(told).toMatchObject({ level: '1', nth: '1', isOpen: 'false', isActive: true });
  const { of: functions } = await told();
  expect(functions).toBeGreaterThan(3);

  await page.keyboard.press('ArrowRight');
  await expect.poll(told).toMatchObject({ level: '1', isOpen: 'true' });
  await page.keyboard.press('ArrowRight');
  await expect.poll(told).toMatchObject({ level: '2', nth: '1', isActive: true });
  // Rows of another level do not count among the functions.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(told).toMatchObject({ level: '1', nth: '1', of: functions, isOpen: 'true' });
  await page.keyboard.press('ArrowLeft');
  await expect.poll(told).toMatchObject({ level: '1', isOpen: 'false' });
  await page.keyboard.press('ArrowLeft');
  await expect.poll(told).toMatchObject({ level: '1', nth: '1', isOpen: 'false' });
  await page.keyboard.press('End');
  await expect.poll(told).toMatchObject({ level: '1', nth: String(functions), of: functions, isActive: true });
  expect(errors).toEqual([]);
});
