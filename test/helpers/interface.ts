/**
 * What a person does in the interface, by the words that are on it. The words come from the catalogue, so that a better
 * word does not break a test; that a word is missing or on the wrong thing does.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { common } from '../../shared/words/en/common.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';

export const words = { common, home, run, setup };

/** A text of the catalogue as a pattern: what stands in braces may be anything. */
export function pattern(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{\w+(?:, number)?\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
  );
}

export const main = (page: Page): Locator => page.getByRole('main');
export const button = (on: Page | Locator, name: string): Locator => on.getByRole('button', { name, exact: true });

export async function openInterface(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await main(page).getByRole('heading', { name: home.studies.title }).waitFor();
}

export interface RunPlan {
  readonly script: string;
  readonly args?: string;
  readonly url?: string;
  readonly connections?: number;
  readonly measure: { readonly seconds: number } | { readonly requests: number };
  readonly warmup?: number;
}

/** Fills in Set-up as a person types, without starting. */
export async function fillSetup(page: Page, plan: RunPlan): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: common.app.newRun }).click();
  // First, and as something else: the last set-up of this script, asked for when its field is left, is not filled in over what was typed.
  const url = page.getByLabel(setup.field.url.label, { exact: true });
  await url.fill('/typed');
  const script = page.getByLabel(setup.field.script.label, { exact: true });
  await script.fill(plan.script);
  await script.blur();
  await page.getByLabel(setup.field.connections.label, { exact: true }).fill(String(plan.connections ?? 10));
  const [how, field, amount] =
    'seconds' in plan.measure
      ? [setup.end.duration, setup.field.durationS.label, plan.measure.seconds]
      : [setup.end.amount, setup.field.requests.label, plan.measure.requests];
  await page.getByRole('radio', { name: how, exact: true }).click();
  await page.getByLabel(field, { exact: true }).fill(String(amount));
  await page.getByLabel(setup.field.warmupS.label, { exact: true }).fill(String(plan.warmup ?? 0));
  if (plan.args !== undefined) {
    await scriptSection(page).click();
    await page.getByLabel(setup.field.args.label, { exact: true }).fill(plan.args);
  }
  await url.fill(plan.url ?? '/');
}

/** The same by keyboard alone, of a form that is shown. */
export async function typeSetup(page: Page, { script, url, connections, requests }: TypedPlan): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  await typeInto(field(setup.field.script.label), script);
  await typeInto(field(setup.field.url.label), url);
  await typeInto(field(setup.field.connections.label), String(connections));
  await stepTo(radio(setup.end.duration), 'ArrowRight', radio(setup.end.amount));
  await typeInto(field(setup.field.requests.label), String(requests));
  await typeInto(field(setup.field.warmupS.label), '0');
}

export interface TypedPlan {
  readonly script: string;
  readonly url: string;
  readonly connections: number;
  readonly requests: number;
}

/** What opens the part of the form with the arguments. */
export const scriptSection = (page: Page): Locator => main(page).getByRole('button', { name: setup.target.title });

export const runButton = (page: Page): Locator => button(page, setup.run);

/** Waits until the run has ended and its file is written. */
export async function untilSaved(page: Page): Promise<void> {
  await main(page).getByText(pattern(run.head.savedAt)).first().waitFor({ timeout: 60_000 });
}

export async function showTab(page: Page, name: keyof Omit<typeof run.tab, 'label'>): Promise<Locator> {
  await page.getByRole('tab', { name: run.tab[name], exact: true }).click();
  return page.getByRole('tabpanel', { name: run.tab[name], exact: true });
}

/** The text of each cell of the first table inside. */
export async function tableRows(inside: Locator): Promise<string[][]> {
  const rows = inside.locator('table').first().locator('tbody tr');
  await rows.first().waitFor();
  return rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')));
}

/** How long two pages may take to show the same. */
export const READING = { timeout: 30_000, interval: 200 };

/** Every figure of a result that is on the screen as text, tab by tab. */
export async function readFigures(page: Page): Promise<Record<string, unknown>> {
  const overview = await showTab(page, 'overview');
  await overview.getByRole('table').first().waitFor();
  const figures: Record<string, unknown> = {
    answer: await page.getByRole('region', { name: run.answer.label }).textContent(),
    overview: await readOverview(overview),
    charts: await main(page)
      .getByRole('region')
      .filter({ has: page.getByRole('list') })
      .allTextContents(),
    functions: (await tableRows(await showTab(page, 'functions'))).slice(0, 20),
  };
  const output = await showTab(page, 'output');
  await output.getByRole('log').waitFor();
  figures.output = await output.textContent();
  figures.server = await tableRows(await showTab(page, 'server'));
  return figures;
}

/** A run that was watched has its warnings below one line, which a run that was opened does not have. */
async function readOverview(overview: Locator): Promise<string> {
  const line = overview.getByRole('button', { name: run.overview.warnings });
  const none = overview.getByText(run.overview.noWarnings);
  const [fold] = await line.all();
  if ((await fold?.getAttribute('aria-expanded')) === 'false') await fold!.click();
  const only = [...(await line.allTextContents()), ...(await none.allTextContents())];
  return only.reduce((text, one) => text.replace(one, ''), (await overview.textContent()) ?? '');
}

const hasFocus = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);

/** A key that follows goes to it. What has just appeared may not have the focus yet. */
export const untilFocused = (wanted: Locator) => expect.poll(() => hasFocus(wanted).catch(() => false)).toBe(true);

/** More than any screen has. */
const MOST_STOPS = 150;

/** Goes there with the Tab key, from wherever the focus is. */
export async function tabTo(wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus(wanted)); stops++) await wanted.page().keyboard.press('Tab');
  await untilFocused(wanted);
}

/** Goes to a control with the Tab key and presses it. */
export async function pressOn(wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(wanted);
  await wanted.page().keyboard.press(key);
}

/** From the chosen one of several radio buttons to the one beside it. The key is held until then: afterwards a focus would choose nothing. */
export async function stepTo(chosen: Locator, key: 'ArrowLeft' | 'ArrowRight', wanted: Locator): Promise<void> {
  const { keyboard } = wanted.page();
  await tabTo(chosen);
  await keyboard.down(key);
  await untilFocused(wanted);
  await keyboard.up(key);
}

/** Goes to a field with the Tab key and types in place of what it contains. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await pressOn(field, 'ControlOrMeta+A');
  await field.page().keyboard.type(text);
}

/** In the table that has the focus, with the arrow keys: the row of that name. */
export async function selectRow(inside: Locator, name: string): Promise<void> {
  const page = inside.page();
  const rows = inside.locator('tbody tr');
  const wanted = rows.filter({ has: page.getByText(name, { exact: true }) });
  await wanted.first().waitFor();
  const selected = () => rows.evaluateAll((all) => all.findIndex((row) => row.getAttribute('aria-selected') === 'true'));
  await page.keyboard.press('Home');
  await expect.poll(selected).toBe(0);
  const place = await wanted.first().evaluate((row) => [...row.parentElement!.children].indexOf(row));
  for (let at = 1; at <= place; at++) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(selected).toBe(at);
  }
}

/** The menu that was opened, or an item of it, has the focus. */
export const untilMenuHasFocus = (page: Page) => expect.poll(() => page.locator('[role=menu]:focus, [role=menu] :focus').count()).toBe(1);

/** The sentences of the stand-in engine's run are there, above the charts: what is below them stays where it is. */
export const untilAnswered = (page: Page) => page.getByText('99 % of responses').waitFor();

export const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true });

/** Of the menu that was opened, with the arrow keys. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  await untilMenuHasFocus(page);
  const wanted = item(page, name);
  const most = await page.getByRole('menuitem').count();
  for (let steps = 0; steps < most && !(await hasFocus(wanted)); steps++) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    // A menu moves the focus after the key.
    await page.waitForFunction((was) => document.activeElement !== was, before);
  }
  await untilFocused(wanted);
  await page.keyboard.press('Enter');
}

export const allowClipboard = (page: Page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
export const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Chooses a window; `from` and `to` are shares of the width of the plot. */
export async function dragOverFirstChart(page: Page, from: number, to: number): Promise<void> {
  await untilAnswered(page);
  const plot = page.locator('.u-over').first();
  await plot.hover();
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width * from, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 24, { steps: 6 });
  await page.mouse.up();
}

/** What the browser does when a file is let go over the page. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], fileName!));
      return transfer;
    },
    [name, text],
  );
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
}
