/** Several requests in Set-up: a form and a text of the same plan, and what a plan can come from. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RequestName } from '../../shared/protocol/contract.ts';
import { requestPlan as words } from '../../shared/words/en/request-plan.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { PLAN } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { dropFile, pattern, untilFocused } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

async function start(): Promise<void> {
  ({ engine, page, errors } = await open('#/setup', { speed: 10 }));
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
}

const asked = (name: RequestName) => engine.received.filter((one) => one.name === name).map(({ params }) => params);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const view = (name: string) => page.getByRole('radiogroup', { name: words.view, exact: true }).getByRole('radio', { name, exact: true });
const ofRow = (column: string, row: number) => page.getByLabel(`${column}, request ${row}`, { exact: true });
const area = () => page.getByLabel(words.textLabel, { exact: true });
const status = () => page.getByRole('status').filter({ hasText: /plan|wrong/ });

async function take(item: string): Promise<void> {
  await button(words.from).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function openPlan(): Promise<void> {
  await take(words.open);
  await page.getByRole('button', { name: /friday\.yaml/ }).click();
  await ofRow(words.url, 1).waitFor();
}

test('form and text are two views of one plan, and comments stay', async () => {
  await start();
  await openPlan();
  await expectGoodLooks(page);
  await ofRow(words.url, 1).fill('/start');
  await ofRow(words.weight, 2).fill('4');
  await view(words.text).click();
  await expect
    .poll(() => area().inputValue())
    .toBe(PLAN.replace('url: /page', 'url: /start').replace('# quoted', '# quoted\n    weight: 4'));
  await expectGoodLooks(page);
  await area().fill((await area().inputValue()).replace('name: search', 'name: find'));
  await view(words.form).click();
  expect(await ofRow(words.name, 2).inputValue()).toBe('find');
  // The list keeps its place and its comments under its other name.
  await radio(words.sequence).click();
  await button(words.up.replace('{row, number}', '2')).click();
  await untilFocused(page.getByRole('textbox', { name: `${words.name}, request 1`, exact: true }));
  await view(words.text).click();
  const text = await area().inputValue();
  expect(text).toMatch(/^# The shop on a Friday\nplan: 1\nsequence:\n/);
  expect(text.indexOf('find')).toBeLessThan(text.indexOf('# most people only look\n  - name: page'));
  expect(text).not.toContain('weight');
  // Which of them takes the CPU time is told unless it is switched off beside what will happen.
  await page.getByRole('checkbox', { name: setup.field.byRequest.label }).click();
  await button(setup.run).click();
  const started = { plan: text, planFile: '/home/ana/shop/friday.yaml', capture: { kind: 'cpu', byRequest: false } };
  await expect.poll(() => asked('run.start')).toMatchObject([{ setup: started }]);
  expect(errors).toEqual([]);
});

test('Enter in a header adds a row and starts nothing; beside the headers are the settings that every load has', async () => {
  await start();
  await page.getByRole('button', { name: setup.request.title }).click();
  const headers = page.locator('[data-field=headers]');
  await headers.getByRole('button').click();
  const inputs = headers.getByRole('textbox');
  await untilFocused(inputs.first());
  await page.keyboard.type('accept');
  await page.keyboard.press('Enter');
  await untilFocused(inputs.nth(2));
  expect(await inputs.first().inputValue()).toBe('accept');
  expect(await page.locator('[data-field]').evaluateAll((fields) => fields.map((field) => field.getAttribute('data-field')))).toEqual(
    expect.arrayContaining(['timeoutS', 'keepBodies']),
  );
  for (const name of ['spreadS', 'poisson', 'seed', 'maxInFlight', 'holdS'])
    expect(await page.locator(`[data-field=${name}]`).count()).toBe(0);
  expect(asked('run.start')).toEqual([]);
});

test('what a request may have besides is behind a disclosure, by keyboard', { tags: ['long'] }, async () => {
  await start();
  await page.getByLabel(setup.field.url.label, { exact: true }).fill('http://localhost:3000/cart');
  await radio(words.several).click();
  expect(await page.getByLabel(words.server, { exact: true }).inputValue()).toBe('http://localhost:3000');
  expect(await ofRow(words.url, 1).inputValue()).toBe('/cart');
  await button(words.more.replace('{row, number}', '1')).focus();
  await page.keyboard.press('Enter');
  await radio(words.bodyKind.json).click();
  await page.getByLabel(words.bodyJson, { exact: true }).fill('{"n": 1');
  await page.getByText(words.notJson).waitFor();
  await page.getByLabel(words.bodyJson, { exact: true }).fill('{"n": 1}');
  await page.getByLabel(words.status, { exact: true }).fill('200, 404');
  await page.getByLabel(words.maxMs, { exact: true }).fill('500');
  await expectGoodLooks(page);
  await view(words.text).click();
  await expect
    .poll(() => area().inputValue())
    .toBe(
      'plan: 1\nrequests:\n  - url: /cart\n    body:\n      json:\n        n: 1\n    expect:\n      status: [200, 404]\n      maxMs: 500\n',
    );
  // The one request is as it was.
  await radio(words.one).click();
  expect(await page.getByLabel(setup.field.url.label, { exact: true }).inputValue()).toBe('http://localhost:3000/cart');
  expect(errors).toEqual([]);
});

test('a wrong line is told with its place and read out, the form waits, and nothing is started', async () => {
  await start();
  await radio(words.several).click();
  await view(words.text).click();
  await area().fill('plan: 1\nrequests:\n  - url: /a\n    wieght: 3\n');
  const problem = status().getByRole('button', { name: /^Line 4, column 5: "wieght" means nothing here/ });
  await problem.waitFor();
  expect(await area().getAttribute('aria-invalid')).toBe('true');
  await expectGoodLooks(page);
  await view(words.form).click();
  await page.getByText(words.unreadable).waitFor();
  expect(await ofRow(words.url, 1).count()).toBe(0);
  await button(setup.run).click();
  await untilFocused(problem);
  await page.keyboard.press('Enter');
  await untilFocused(area());
  expect(await area().evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(
    'plan: 1\nrequests:\n  - url: /a\n    '.length,
  );
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await page.keyboard.type('we');
  await expect.poll(() => area().inputValue()).toContain('weeght');
  expect(asked('run.start')).toEqual([]);
  await area().fill('');
  await status()
    .getByText(/The plan is empty/)
    .waitFor();
  expect(await radio(words.several).isChecked()).toBe(true);
  expect(errors).toEqual([]);
});

test('a pasted curl command becomes a request, and what will be different is said', { tags: ['long'] }, async () => {
  await start();
  await radio(words.several).click();
  await take(words.curl);
  const dialog = page.getByRole('dialog', { name: words.curlDialog.title });
  const command = dialog.getByLabel(words.curlDialog.command, { exact: true });
  await command.fill('wget http://shop.example/');
  await dialog.getByText(/"wget" is not curl/).waitFor();
  await command.fill(`curl -L --http2 'http://shop.example/login' -H 'x-a: 1' -d 'user=ana'`);
  await dialog.getByText('Redirects are not followed', { exact: false }).waitFor();
  await dialog.getByText('POST http://shop.example/login', { exact: true }).waitFor();
  await expectGoodLooks(page, { inside: '[role=dialog]' });
  await dialog.getByRole('button', { name: words.curlDialog.add, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  // The dialog is opened from a form, which has not been sent.
  expect(asked('run.start')).toEqual([]);
  expect(await ofRow(words.url, 2).inputValue()).toBe('/login');
  expect(await ofRow(words.method, 2).textContent()).toBe('POST');
  await page.getByText('3 headers · body').waitFor();
  expect(errors).toEqual([]);
});

test('of a dropped recording the hosts are chosen, and it becomes the plan', { tags: ['long'] }, async () => {
  await start();
  await dropFile(page, 'friday.har', '{}');
  await page.getByRole('button', { name: /friday\.har/ }).click();
  const dialog = page.getByRole('dialog', { name: words.harDialog.title });
  await dialog.getByRole('checkbox', { name: 'https://cdn.example' }).click();
  await dialog.getByRole('checkbox', { name: 'https://shop.example' }).click();
  await expectGoodLooks(page, { inside: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Take 6 requests', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(asked('plan.of-har')).toMatchObject([{ path: '/home/ana/shop/friday.har', choice: { origins: ['https://cdn.example'] } }]);
  await page.getByText(pattern('{count} with cookies or credentials of whoever was recorded is left out.')).waitFor();
  expect(await ofRow(words.name, 1).inputValue()).toBe('page');
  expect(errors).toEqual([]);
});
