/** Home, Set-up and Settings in a browser, with an engine that answers from canned data. */
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { computeLoadLines, togetherOf } from '../../shared/charts/chart-lines.ts';
import { fail, succeed } from '../../shared/model/failure.ts';
import type { RecentSummary } from '../../shared/model/recent-session.ts';
import { DEFAULT_SETUP } from '../../shared/model/setup/setup.ts';
import type { RequestName, RequestParams } from '../../shared/protocol/contract.ts';
import { capture } from '../../shared/words/en/capture.ts';
import { common } from '../../shared/words/en/common.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { settings } from '../../shared/words/en/settings.ts';
import { setup } from '../../shared/words/en/setup.ts';
import type { LookOptions } from '../helpers/browser.ts';
import { listFolder, makeLoadSeries, makeRecent, makeServerSeries } from '../helpers/fake-data.ts';
import type { FakeEngine, FakeEngineOptions } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { dropFile, pattern, untilFocused } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';
import { verbatim } from '../helpers/worded.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

async function start(hash: string, engineOptions: FakeEngineOptions = {}, look: LookOptions = {}): Promise<void> {
  ({ engine, page, errors } = await open(hash, { speed: 10, ...engineOptions }, look));
}

const shownTheme = () => page.evaluate(() => document.documentElement.dataset.theme);
const lastAsked = (name: RequestName) => engine.received.filter((one) => one.name === name).at(-1)?.params;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });

/** All at once: opening one moves the others. */
async function unfoldAll(): Promise<void> {
  await page.locator('form button[aria-expanded=false]:not([role=combobox])').evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).click();
  });
}

async function chooseScript(path = '/home/ana/shop/cluster.mjs'): Promise<void> {
  await field(setup.field.script.label).fill(path);
  await field(setup.field.script.label).blur();
}

describe('every screen, in both themes and both sizes', () => {
  test.each<[string, string, FakeEngineOptions]>([
    ['Home', '#/', {}],
    ['Home of a new user', '#/', { empty: true }],
    ['Set-up', '#/setup', {}],
    ['Settings', '#/settings', {}],
  ])('%s: has no axe violations and nothing wider than the window', { tags: ['long'] }, async (_, hash, options) => {
    await start(hash, options);
    if (hash === '#/setup') {
      await unfoldAll();
      // The command shown becomes longer than its box.
      await chooseScript(`/home/ana/${'shop/'.repeat(60)}cluster.mjs`);
      await expect.poll(() => page.locator('code').evaluateAll((all) => all.some((one) => one.scrollHeight > one.clientHeight))).toBe(true);
    }
    await expectGoodLooks(page, { each: ({ colorScheme }) => expect.poll(shownTheme).toBe(colorScheme) });
    expect(errors).toEqual([]);
  });

  test('an unknown address shows a message and a link to Home', async () => {
    await start('#/');
    await page.goto(`${engine.url}#/nothing`);
    await page.getByText(common.app.notFound).waitFor();
    await page.getByRole('link', { name: common.app.toHome }).click();
    await page.getByRole('heading', { name: home.recent.title }).waitFor();
  });
});

describe('Home', () => {
  test('opens a recent session; a missing one can only be removed from the list', async () => {
    await start('#/');
    const rows = page.getByRole('table', { name: home.recent.title }).getByRole('row');
    await rows.filter({ hasText: 'checkout before' }).getByText(home.recent.missing).waitFor();
    expect(await rows.filter({ hasText: 'checkout before' }).getByRole('button', { name: 'checkout before', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'What to do with checkout before' }).click();
    await page.getByRole('menuitem', { name: home.recent.forget }).click();
    await rows.filter({ hasText: 'checkout before' }).waitFor({ state: 'detached' });
    await button('checkout after the index').click();
    await page.waitForURL(/#\/run\/finished$/);
    expect(lastAsked('sessions.open')).toEqual({ path: '/home/ana/shop/checkout after index.loopscope' });
  });

  test('a session opens by a click below its title, too', async () => {
    await start('#/');
    const cell = page.getByRole('rowheader').filter({ has: button('checkout after the index') });
    const { height } = (await cell.boundingBox())!;
    await cell.click({ position: { x: 40, y: height - 10 } });
    await page.waitForURL(/#\/run\/finished$/);
  });

  test('a session that cannot be opened shows a message, a hint and details on request', async () => {
    await start('#/');
    engine.answerWith('sessions.open', () =>
      fail('damaged', verbatim('The file is cut off.'), verbatim('Try a copy.'), 'end of central directory not found'),
    );
    await button('checkout after the index').click();
    const notice = page.getByRole('alert');
    await notice.getByText('The file is cut off.').waitFor();
    expect(await notice.getByText('end of central directory').count()).toBe(0);
    await notice.getByRole('button', { name: common.ui.showDetail }).click();
    await notice.getByText('end of central directory').waitFor();
    await notice.getByRole('button', { name: common.action.close }).click();
    await notice.waitFor({ state: 'detached' });
  });

  test('a new user can look at a sample', async () => {
    await start('#/', { empty: true });
    await button(home.samples['slow-route'].name).click();
    await page.waitForURL(/#\/run\/finished$/);
    expect(lastAsked('sample.open')).toEqual({ name: 'slow-route' });
  });

  test('columns sort numerically, rows without a figure last', async () => {
    await start('#/');
    const table = page.getByRole('table', { name: home.recent.title });
    await table.getByRole('button', { name: home.recent.p99 }).click();
    const p99 = () => table.locator('tbody tr td:nth-child(5)').allTextContents();
    expect(await p99()).toEqual(['5,180', '48.2', '12.4', '–']);
    await table.getByRole('button', { name: home.recent.p99 }).click();
    expect(await p99()).toEqual(['12.4', '48.2', '5,180', '–']);
  });

  test('each session says how it ended; errors and crashes are marked before their figures', async () => {
    const good = makeRecent(Date.now())[1]!;
    const listed = (name: string, change: Partial<RecentSummary>) => ({
      ...good,
      path: `/s/${name}`,
      name,
      summary: { ...good.summary!, ...change },
    });
    await start('#/');
    engine.answerWith('sessions.recent', () =>
      succeed([
        listed('well', { failed: 0 }),
        listed('crash.js', { ending: 'target-exited', requestsPerSecond: 58_617 }),
        listed('all 500', { completed: 1_000, failed: 0, unexpected: 1_000, onlyStatus: '500' }),
        listed('several', { completed: 1_000, failed: 0, unexpected: 250 }),
        listed('resets', { completed: 900, failed: 100 }),
        listed('both', { completed: 900, failed: 100, unexpected: 100 }),
        listed('to the login', { completed: 1_000, failed: 0, redirected: 1_000 }),
        listed('some moved', { completed: 1_000, failed: 0, redirected: 400 }),
        listed('ended early', { failed: 0, ending: 'stopped' }),
        listed('compared', { failed: 0, verdict: 'lower', question: 'cpuMsPerRequest' }),
        listed('compared with errors', {
          completed: 1_000,
          failed: 0,
          unexpected: 8,
          onlyStatus: '500',
          verdict: 'faster',
          question: 'p50',
        }),
      ]),
    );
    await page.reload();
    const states = page.getByRole('table', { name: home.recent.title }).locator('tbody tr td:nth-child(2)');
    const said = async () => (await states.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    await expect
      .poll(said)
      .toEqual([
        'completed',
        'server ended',
        '100 % status 500',
        '25 % unexpected',
        '10 % failed',
        '20 % went wrong',
        'only redirects',
        'completed',
        'stopped',
        '▲ lower, better CPU per request',
        '▲ faster p50 latency 0.8 % status 500',
      ]);
    await expectGoodLooks(page);
  });

  test('runs of one script are told apart by request, load and folder, in a narrow window, too; the date is that of the recording', async () => {
    const good = makeRecent(Date.now())[1]!;
    const { load, client } = DEFAULT_SETUP;
    const listed = (folder: string, request: string, change: Partial<RecentSummary> = {}) => ({
      ...good,
      path: `/s/${folder}${request}`,
      name: request === '/cart' ? 'after the index' : `server.js ${request}`,
      openedAt: new Date().toISOString(),
      summary: {
        ...good.summary!,
        script: `/home/ana/${folder}/server.js`,
        request,
        load: { ...load, connections: 10 },
        client,
        recordedAt: '2026-01-02T03:04:05Z',
        ...change,
      },
    });
    await start('#/', {}, { width: 1024, height: 768 });
    engine.answerWith('sessions.recent', () =>
      succeed([
        listed('shop', '/'),
        listed('shop', '/cart', { load: { ...load, end: { by: 'amount', requests: 500 } } }),
        { ...listed('blog', '/'), sample: true },
      ]),
    );
    await page.reload();
    const rows = page.getByRole('table', { name: home.recent.title }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(3);
    const facts = rows.locator('th p');
    expect(await facts.allInnerTexts()).toEqual([
      '10 connections for 10 s\nshop/server.js',
      '/cart\n10 connections, 500 requests\nshop/server.js',
      '10 connections for 10 s\nblog/server.js',
    ]);
    expect(
      await facts.evaluateAll((all) => all.map((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight])),
    ).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(await rows.first().locator('td:nth-last-child(2)').innerText()).toMatch(/2026/);
  });

  test('choosing sessions: nothing beside the boxes, and a button that cannot be used looks so under the pointer, too', async () => {
    await start('#/');
    await button(home.recent.select).click();
    const compare = button(home.recent.compare);
    const look = () => compare.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]);
    const before = await look();
    await compare.hover({ force: true });
    await expect.poll(() => compare.evaluate((one) => one.matches(':hover'))).toBe(true);
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
    expect(await look()).toEqual(before);
    const cells = page.locator('td:has(input[type=checkbox]), th:has(input[type=checkbox])');
    expect(await cells.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual([0, 0]);
  });

  test('a study starts with its own set-up', async () => {
    await start('#/');
    await button(home.studies.single).click();
    await button('Run: Many small tasks').click();
    await page.waitForURL(/#\/run\/run-/);
    expect(lastAsked('run.start')).toMatchObject({ setup: { target: { script: expect.stringContaining('server-small.js') } } });
  });

  test('discarding a recording needs confirmation, opening does not', async () => {
    await start('#/');
    await page.getByRole('button', { name: /^Discard server/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: common.action.cancel }).click();
    expect(lastAsked('recordings.discard')).toBeUndefined();
    await page.getByRole('button', { name: /^Open and save/ }).click();
    await page.waitForURL(/#\/run\/finished$/);
    expect(lastAsked('recordings.recover')).toEqual({ id: 'rec-1' });
  });

  test('a dropped session is uploaded and shown; a dropped script leads to Set-up, which explains that its path is unknown', async () => {
    await start('#/');
    const drop = (name: string) =>
      page.evaluate((fileName) => {
        const data = new DataTransfer();
        data.items.add(new File(['x'], fileName));
        for (const type of ['dragenter', 'dragover', 'drop'])
          window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }, name);
    await drop('server.mjs');
    await page.waitForURL(/#\/setup$/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('server.mjs').waitFor();
    expect(await dialog.getByLabel(common.picker.filter).inputValue()).toBe('server.mjs');
    await dialog.getByRole('button', { name: /^server\.mjs/ }).click();
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/server.mjs');
    await drop('old run.loopscope');
    await page.waitForURL(/#\/run\/finished$/);
  });

  test('a dropped file is named with the next picture, before it is read', async () => {
    await start('#/');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/upload?*', async (route) => {
      await asked;
      await route.fulfill({ json: succeed({ sessionId: 'finished' }) });
    });
    const said = await page.evaluate(async () => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'old run.loopscope'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const status = [...document.querySelectorAll('[role=status]')].find((one) => one.textContent!.includes('old run.loopscope'));
      return status === undefined ? null : getComputedStyle(status).opacity;
    });
    expect(said).toBe('1');
    answer();
    await page.waitForURL(/#\/run\/finished$/);
  });

  test('uploads up to ten dropped files, and reports those left out and failures', async () => {
    await start('#/');
    const sent: string[] = [];
    await page.route('**/upload?*', async (route) => {
      const name = new URL(route.request().url()).searchParams.get('name')!;
      sent.push(name);
      const answer = name === '3.loopscope' ? fail('damaged', { verbatim: 'The file is cut off.' }) : succeed({ sessionId: 'finished' });
      await route.fulfill({ json: answer });
    });
    await page.evaluate(() => {
      const data = new DataTransfer();
      for (let index = 0; index < 13; index++) data.items.add(new File(['x'], `${index}.loopscope`));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForURL(/#\/run\/finished$/);
    await page.getByText('The first 10 files were opened; 3 more were left out.').waitFor();
    expect(sent).toEqual(Array.from({ length: 10 }, (_, index) => `${index}.loopscope`));
    await page.getByRole('alert').getByText('The file is cut off.').waitFor();
  });

  test('without Node, controls that start a run are disabled with the reason', async () => {
    const why = 'Runs need Node.js 20.19 or newer, and none was found.';
    await start('#/', { cannotRun: fail('not-available', verbatim(why), verbatim('Install it.')).failure });
    await page.getByRole('alert').getByText(why).waitFor();
    for (const fold of await page.getByText(home.studies.single).all()) await fold.click();
    const runs = page.getByRole('button', { name: /^Run: / });
    await runs.first().waitFor();
    for (const one of await runs.all()) expect([await one.isDisabled(), await one.getAttribute('title')]).toEqual([true, why]);
    await page.evaluate(() => {
      window.location.hash = '#/setup';
    });
    await page.getByRole('alert').getByText(why).waitFor();
    expect(await button(setup.run).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    expect(lastAsked('run.start')).toBeUndefined();
  });

  test('where the clipboard is refused the text is shown, selected, without an error on the page', async () => {
    await start('#/setup');
    await chooseScript();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    });
    await button(common.action.copy).click();
    const dialog = page.getByRole('dialog', { name: common.action.byHand });
    const text = dialog.getByLabel(common.action.byHandText);
    await untilFocused(text);
    const value = await text.inputValue();
    expect(value).toContain('loopscope run');
    expect(await page.evaluate(() => String(window.getSelection()))).toBe(value);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});

describe('Set-up', () => {
  test('runs the set-up as entered', async () => {
    await start('#/setup', { empty: true });
    await chooseScript();
    await field(setup.field.url.label).fill('/cart?x=1');
    await field(setup.field.connections.label).fill('25');
    await page.getByRole('radio', { name: setup.end.amount }).click();
    await field(setup.field.requests.label).fill('300');
    await field(setup.field.warmupS.label).fill('0,5');
    await unfoldAll();
    await field(setup.field.args.label).fill('--name "Ana Maria"');
    const environment = page.getByRole('group', { name: setup.field.env.label });
    await environment.getByRole('button', { name: common.ui.addRow }).click();
    await environment.getByLabel('Name, row 1').fill('NODE_ENV');
    await environment.getByLabel('Value, row 1').fill('production');
    await page.getByText('loopscope run /home/ana/shop/cluster.mjs --url').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/#\/run\/run-/);
    expect(lastAsked('run.start')).toMatchObject({
      setup: {
        target: {
          script: '/home/ana/shop/cluster.mjs',
          args: ['--name', 'Ana Maria'],
          cwd: null,
          env: [{ name: 'NODE_ENV', value: 'production' }],
          node: null,
        },
        requests: [{ url: '/cart?x=1', method: 'GET' }],
        load: { connections: 25, end: { by: 'amount', requests: 300 }, warmupS: 0.5, allowHost: null },
        capture: { kind: 'cpu', intervalUs: 1_000 },
      },
    });
  });

  test('the load model is chosen in words: visitors at a rate, from a preset or typed, with what is wrong with it beside it', async () => {
    await start('#/setup', { empty: true });
    await chooseScript();
    const choose = async (model: string) => {
      await page.getByRole('combobox', { name: setup.load.label, exact: true }).click();
      await page.getByRole('option', { name: pattern(model) }).click();
    };
    await choose(setup.load.model.arrivals);
    const schedule = field(setup.field.schedule.label);
    await schedule.fill('10/s for 20s; 5/s');
    await page.getByText('Schedule, character 13: expected a comma or the end, found "; 5/s".').waitFor();
    await button(setup.load.presets).click();
    await page.getByRole('menuitem', { name: setup.load.preset.spike }).click();
    await page.getByText('7,400 visitors, at most 170/s').waitFor();
    await page.locator('[data-field=schedule] [aria-invalid=true]').waitFor({ state: 'detached' });
    await expectGoodLooks(page);
    await choose(setup.load.model.sweep);
    await field(setup.field.levels.label).fill('1, 8');
    await page.getByText('2 levels').waitFor();
    await choose(setup.load.model.users);
    await field(setup.field.users.label).fill('7');
    await page.getByText('--users 7 --requests 20').waitFor();
    await choose(setup.load.model.arrivals);
    await schedule.fill('5..50/s over 30s');
    await page.getByLabel(setup.field.poisson.label).click();
    await field(setup.field.seed.label).fill('3');
    await page.getByText("--arrivals '5..50/s over 30s'").waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/#\/run\/run-/);
    expect(lastAsked('run.start')).toMatchObject({
      setup: { load: { model: 'arrivals', schedule: '5..50/s over 30s', poisson: true, seed: 3, maxInFlight: 10_000 } },
    });
    expect(errors).toEqual([]);
  });

  test('with autocannon as the client: named in the plan, its tables on the run screen, and one click compares both clients', {
    tags: ['long'],
  }, async () => {
    await start('#/setup', { empty: true, speed: 100 });
    await chooseScript();
    await unfoldAll();
    await page.getByRole('radio', { name: setup.client.autocannon }).click();
    await expect.poll(() => page.locator('li').allTextContents()).toContain('The requests are made by autocannon.');
    await page.getByText('--client autocannon').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/#\/run\/run-/);
    expect(lastAsked('run.start')).toMatchObject({ setup: { client: { kind: 'autocannon', pipelining: 1, workers: 1, pin: true } } });
    const table = page.getByRole('table', { name: run.autocannon.latencyTable });
    await table.waitFor();
    expect(await table.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(
      [16, 19, 22, 23, 7, 9, 11].map((figure) => `${figure} ms`),
    );
    await page.getByText('5k requests in 6.05s, 988 kB read').waitFor();
    await button(setup.client.both).click();
    await page.waitForURL(/#\/compare-setup$/);
    await page.getByRole('tab', { name: /autocannon/ }).waitFor();
    expect(errors).toEqual([]);
  });

  test('shows mistakes while typing; a missing script only after Run, with the focus on its field', async () => {
    await start('#/setup', { empty: true });
    await field(setup.field.connections.label).fill('0');
    await page.locator('[data-field=connections] [aria-invalid=true]').waitFor();
    expect(await page.getByText(setup.field.script.missing).count()).toBe(0);
    await button(setup.run).click();
    await page.getByText(setup.field.script.missing).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    expect(lastAsked('run.start')).toBeUndefined();
  });

  test('shows failures of the engine beside their field', async () => {
    await start('#/setup', { empty: true });
    await chooseScript('/home/ana/missing.js');
    await page.getByText('There is no file /home/ana/missing.js.').waitFor();
    expect(await field(setup.field.script.label).getAttribute('aria-invalid')).toBe('true');
  });

  test('a script that is not there is refused beside its field, and starts nothing; a path without its slash is taken with it', async () => {
    await start('#/setup', { empty: true });
    await chooseScript('/home/ana/missing.js');
    await button(setup.run).click();
    await page.getByText('There is no file /home/ana/missing.js.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    expect(lastAsked('run.start')).toBeUndefined();
    await chooseScript('/home/ana/shop/cluster.mjs');
    await field(setup.field.url.label).fill('slow');
    await page.getByText('/slow is requested there').waitFor();
    await button(setup.run).click();
    await page.waitForURL(/#\/run\/run-/);
    expect(lastAsked('run.start')).toMatchObject({ setup: { requests: [{ url: '/slow' }] } });
  });

  test('a mistake in a collapsed section expands it', async () => {
    await start('#/setup', { empty: true });
    engine.answerWith('setup.check', () =>
      succeed([{ field: 'target.cwd', failure: fail('file-missing', verbatim('There is no such folder.')).failure }]),
    );
    expect(await field(setup.field.cwd.label).count()).toBe(0);
    await chooseScript();
    await page.getByText('There is no such folder.').waitFor();
    expect(await field(setup.field.cwd.label).isVisible()).toBe(true);
  });

  test('the name of another machine must be typed again', async () => {
    await start('#/setup', { empty: true });
    await chooseScript();
    expect(await field(setup.field.allowHost.label).count()).toBe(0);
    await field(setup.field.url.label).fill('http://shop.example.org/');
    await page.keyboard.press('Control+Enter');
    await page.getByText(setup.problem.notTyped).waitFor();
    expect(lastAsked('run.start')).toBeUndefined();
    await field(setup.field.allowHost.label).fill('shop.example.org');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/#\/run\/run-/);
    expect(lastAsked('run.start')).toMatchObject({ setup: { load: { allowHost: 'shop.example.org' } } });
  });

  describe('of a process that runs already', () => {
    const allow = () => page.getByRole('checkbox', { name: setup.field.signal.label, exact: true });
    const chooseProcess = async () => {
      await start('#/setup', { empty: true });
      await page.getByRole('radio', { name: setup.target.kind.pid, exact: true }).click();
      await page.getByRole('button', { name: /process 4711/ }).click();
      expect(await field(setup.field.pid.label).inputValue()).toBe('4711');
    };
    const startRun = async () => {
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/#\/run\/run-/);
    };

    test('no signal is sent to it unless that is allowed', { tags: ['long'] }, async () => {
      await chooseProcess();
      expect(await allow().isChecked()).toBe(false);
      await page.getByText(/Without one there is no CPU profile/).waitFor();
      await expectGoodLooks(page);
      await startRun();
      expect(lastAsked('run.start')).toMatchObject({ setup: { target: { pid: '4711', signal: false } } });
    });

    test('the signal is allowed by its own checkbox, and the command that is shown has it, too', { tags: ['long'] }, async () => {
      await chooseProcess();
      await allow().click();
      await page.getByText(/SIGUSR1 is sent to the process/).waitFor();
      await page.getByText(/loopscope run .*--pid 4711 --signal/).waitFor();
      await startRun();
      expect(lastAsked('run.start')).toMatchObject({ setup: { target: { pid: '4711', signal: true } } });
    });

    test('where nothing is captured nobody is asked for a signal', { tags: ['long'] }, async () => {
      await chooseProcess();
      await allow().waitFor();
      await unfoldAll();
      await page.getByRole('radio', { name: pattern(capture.kind.none.label) }).click();
      await allow().waitFor({ state: 'detached' });
    });
  });

  test('fills in the last set-up of a script if nothing entered is lost, and otherwise offers it', async () => {
    await start('#/setup');
    await button('/home/ana/shop/server.mjs').click();
    await expect.poll(() => field(setup.field.url.label).inputValue()).toBe('/cart');
    await button(setup.remembered.afresh).click();
    await expect.poll(() => field(setup.field.url.label).inputValue()).toBe('/');
    await field(setup.field.connections.label).fill('7');
    await field(setup.field.script.label).focus();
    await field(setup.field.script.label).blur();
    await button(setup.remembered.use).click();
    await expect.poll(() => field(setup.field.connections.label).inputValue()).toBe('50');
  });

  test('a Node that is too old is disabled with the reason', async () => {
    await start('#/setup', { empty: true });
    await page.getByRole('combobox', { name: setup.field.node.label }).click();
    const old = page.getByRole('option', { name: /16\.20\.2/ });
    expect(await old.getAttribute('aria-disabled')).toBe('true');
    await old.getByText(/too old/).waitFor();
    await page.getByRole('option', { name: /22\.14\.0/ }).click();
    await chooseScript();
    await page.getByText('cluster.mjs is started with Node 22.14.0').waitFor();
  });

  test('shows beside Run why a run cannot start, and keeps what was entered', async () => {
    await start('#/setup', { empty: true });
    engine.answerWith('run.start', () => fail('busy', verbatim('Another run is going on.'), verbatim('Stop it first.')));
    engine.answerWith('app.busy', () => succeed(fail('busy', verbatim('Another run is going on.'), verbatim('Stop it first.')).failure));
    await chooseScript();
    await button(setup.run).click();
    await page.getByRole('alert').getByText('Another run is going on.').waitFor();
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/cluster.mjs');
    await page.getByRole('link', { name: common.app.settings }).click();
    await page.goBack();
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/cluster.mjs');
  });

  test('the file picker works by keyboard', async () => {
    await start('#/setup', { empty: true });
    await button(setup.script.choose).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^routes/ }).waitFor();
    await page.keyboard.type('rou');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^cart\.mjs/ }).waitFor();
    await dialog.getByLabel(common.picker.filter).press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/routes/cart.mjs');
  });

  /** The file picker, whose first list arrives when it is told to. */
  async function openPicker(): Promise<{ dialog: Locator; folder: Locator; list: () => void }> {
    let list: () => void = () => {};
    const listed = new Promise<void>((resolve) => {
      list = resolve;
    });
    await start('#/setup', { empty: true });
    engine.answerWith('files.list', async ({ dir, kind }: RequestParams<'files.list'>) => {
      if (dir === null) await listed;
      return succeed(listFolder(dir ?? '/home/ana/shop', kind));
    });
    await button(setup.script.choose).click();
    const dialog = page.getByRole('dialog');
    return { dialog, folder: dialog.getByRole('textbox', { name: common.picker.folder }), list };
  }

  test('a list that arrives after all of the folder was selected leaves it selected', { tags: ['long'] }, async () => {
    const { dialog, folder, list } = await openPicker();
    await folder.press('ControlOrMeta+A');
    list();
    await dialog.getByRole('button', { name: /^server\.mjs/ }).waitFor();
    await page.keyboard.type('/home/ana/shop/routes');
    expect(await folder.inputValue()).toBe('/home/ana/shop/routes');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^cart\.mjs/ }).waitFor();
  });

  test('what is typed into the folder of the file picker stays when the first list arrives', { tags: ['long'] }, async () => {
    const { dialog, folder, list } = await openPicker();
    await folder.fill('/home/ana/shop/rou');
    list();
    await dialog.getByRole('button', { name: /^server\.mjs/ }).waitFor();
    expect(await folder.inputValue()).toBe('/home/ana/shop/rou');
    await folder.fill('/home/ana/shop/routes');
    await folder.press('Enter');
    await dialog.getByRole('button', { name: /^cart\.mjs/ }).waitFor();
    expect(await folder.inputValue()).toBe('/home/ana/shop/routes');
    await dialog.getByRole('button', { name: common.picker.up }).click();
    await dialog.getByRole('button', { name: /^server\.mjs/ }).waitFor();
    expect(await folder.inputValue()).toBe('/home/ana/shop');
  });

  test('a whole path in the filter of the file picker leads there', async () => {
    await start('#/setup', { empty: true });
    await button(setup.script.choose).click();
    const dialog = page.getByRole('dialog');
    const filter = dialog.getByLabel(common.picker.filter);
    await filter.fill('/home/ana/shop/routes/ca');
    await dialog.getByRole('button', { name: /^cart\.mjs/ }).waitFor();
    expect(await dialog.getByRole('textbox', { name: common.picker.folder }).inputValue()).toBe('/home/ana/shop/routes');
    await filter.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/routes/cart.mjs');
  });
});

describe('a run', () => {
  /** Of the one that is open from the start. */
  const MEASURED_MS = 20_000;

  test('figures exclude server samples after the measured phase', async () => {
    await start('#/');
    // Sampled until it is gone: a last round, in which it grew.
    engine.answerWith('session.server-series', ({ fromRow }: { fromRow: number }) => {
      const series = makeServerSeries(MEASURED_MS + 250, fromRow);
      return succeed({ ...series, rss: series.rss.map((bytes, row) => (series.atMs[row]! > MEASURED_MS ? 1_000 * bytes : bytes)) });
    });
    await page.goto(`${engine.url}#/run/finished`);
    await page.getByRole('tab', { name: run.tab.server }).click();
    await page.getByRole('button', { name: /^Charts: / }).click();
    await page.getByRole('menuitem', { name: run.time.all }).click();
    // Two processes, four times a second.
    const count = String((2 * MEASURED_MS) / 250);
    await page.getByText(run.server.sampleCount.replace('{count}', count), { exact: true }).waitFor();
    const means = await page
      .getByRole('region', { name: /^Memory/ })
      .locator('dd')
      .allTextContents();
    expect(means).toHaveLength(2);
    expect(Math.max(...means.map(Number))).toBeLessThan(150);
  });

  test('beside a chart stands the mean of its points, of the maxima the largest', async () => {
    await start('#/run/finished');
    await page.getByText(run.time.mean, { exact: true }).waitFor();
    const { completed, max } = computeLoadLines(makeLoadSeries(MEASURED_MS, 0), MEASURED_MS, false);
    const beside = page
      .getByRole('region', { name: new RegExp(`^${run.chart.throughput}`) })
      .locator('dd')
      .first();
    const shown = async () => Number((await beside.textContent())!.replace(/,/g, ''));
    await expect.poll(async () => Math.abs((await shown()) - togetherOf({ values: completed })!)).toBeLessThan(1);
    const largest = page
      .getByRole('region', { name: new RegExp(`^${run.chart.latency}`) })
      .locator('dd')
      .first();
    expect(Number((await largest.textContent())!.replace(/,/g, ''))).toBeCloseTo(Math.max(...max.map(Number)), -1);
  });

  test('a fold is read aloud as it is seen, and folded time has a column of its own', async () => {
    await start('#/run/finished');
    await page.getByRole('tab', { name: run.tab.functions }).click();
    const column = (name: RegExp) => page.getByRole('columnheader', { name }).first();
    await column(/^Self, /).waitFor();
    expect(await column(/^Folded, /).count()).toBe(0);
    const folds = page.getByRole('group', { name: run.profile.hideLabel }).getByRole('button');
    await folds.first().click();
    await column(/^Folded, /).waitFor();
    await column(/^Self, /).waitFor();
    const said = await folds.evaluateAll((all) => all.map((one) => [one.textContent!, one.getAttribute('aria-label')!]));
    expect(said.map(([seen]) => seen)).toEqual(['Folded', 'Fold', 'Fold', run.folds.mine]);
    for (const [seen, name] of said) expect(name).toContain(seen);
    await page.getByRole('tab', { name: run.tab.flame }).click();
    await page.getByRole('radio', { name: run.flame.tree }).click();
    await column(/^Folded, /).waitFor();
  });

  test('a chart’s table and its description are of the chosen window, as all below', async () => {
    await start('#/run/finished');
    await button(run.window.choose).click();
    const ends = page.getByRole('form', { name: run.window.label }).locator('input');
    await ends.first().fill('5');
    await ends.last().fill('8');
    await button(run.window.apply).click();
    await button(run.chart.more.replace('{title}', run.chart.throughput)).click();
    await page.getByRole('menuitem', { name: run.chart.showTable }).click();
    const chart = page.getByRole('region', { name: /^Throughput/ });
    const times = chart.getByRole('rowheader');
    await expect.poll(() => times.allTextContents()).toEqual(['5.5', '6.5', '7.5']);
    expect(await chart.getByRole('listitem').first().textContent()).toContain(': 3 points, ');
    await button(run.window.clear).click();
    await expect.poll(() => chart.getByRole('listitem').first().textContent()).toContain(': 20 points, ');
  });
});

describe('on every screen', () => {
  test('? lists the keys, n and g h navigate, Esc goes back', async () => {
    await start('#/');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: common.keys.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.waitForURL(/#\/setup$/);
    await page.keyboard.press('Escape');
    expect(page.url()).toMatch(/#\/setup$/);
    await page.keyboard.press('o');
    await page.getByRole('dialog', { name: common.picker.openTitle }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${engine.url}#/settings`);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL(/#\/$/);
  });

  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? document.activeElement?.id);

  test('the focus goes along with what a key shows: a tab, another screen, the run that was started', async () => {
    await start('#/run/finished');
    await page.getByRole('tab', { name: run.tab.overview }).waitFor();
    await page.keyboard.press('2');
    await page.locator('g.frame').first().waitFor();
    await untilFocused(page.getByRole('tabpanel', { name: run.tab.flame }));
    const isInContent = () => page.evaluate(() => document.activeElement?.id === 'content');
    await page.keyboard.press('n');
    await chooseScript();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/#\/run\/run-/);
    await expect.poll(isInContent).toBe(true);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect.poll(isInContent).toBe(true);
  });

  test('a tooltip shows while one walks by Tab, and not when the focus comes back from a menu or a dialog', {
    tags: ['long'],
  }, async () => {
    await start('#/');
    const tip = page.getByRole('tooltip');
    await button(common.app.help).focus();
    await page.keyboard.press('Shift+Tab');
    await tip.waitFor();
    await page.keyboard.press('Enter');
    await untilFocused(page.getByRole('menuitem').first());
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-haspopup'))).toBe('menu');
    expect(await tip.count()).toBe(0);
    await button(common.app.help).click();
    await page.getByRole('menuitem', { name: common.app.keys }).click();
    await page.getByRole('dialog', { name: common.keys.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await tip.count()).toBe(0);
  });

  test('the focus goes back to the button of the menu that opened a dialog', { tags: ['long'] }, async () => {
    await start('#/run/finished');
    await button(run.head.saveAs).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: run.head.rename }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(run.head.saveAs);
  });

  test('Enter in the field of a dialog does what its button does', async () => {
    await start('#/run/finished');
    await button(run.head.saveAs).click();
    await page.getByRole('menuitem', { name: run.head.rename }).click();
    await page.getByLabel(run.rename.name, { exact: true }).fill('with the index');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'with the index' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await button(run.head.saveAs).click();
    await page.getByRole('menuitem', { name: run.head.saveToPath }).click();
    await page.getByLabel(run.save.path, { exact: true }).fill('/home/ana/mine.loopscope');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(lastAsked('sessions.save-as')).toMatchObject({ path: '/home/ana/mine.loopscope', overwrite: false });
  });

  test('the first Tab skips to the content', async () => {
    await start('#/');
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: common.app.skip }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(page.url()).not.toContain('content');
  });

  test('the theme follows the system until one is chosen, and the choice is kept', async () => {
    await start('#/settings', {}, { colorScheme: 'dark' });
    expect(await shownTheme()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(shownTheme).toBe('light');
    await page.getByRole('radio', { name: settings.themeDark }).click();
    expect(await shownTheme()).toBe('dark');
    await page.reload();
    await expect.poll(shownTheme).toBe('dark');
  });

  test('with reduced motion a change of the theme is there at once', async () => {
    await start('#/settings', {}, { colorScheme: 'light' });
    const moving = await page.evaluate(() => {
      const before = getComputedStyle(document.body).color;
      document.documentElement.dataset.theme = 'dark';
      return { isChanged: getComputedStyle(document.body).color !== before, animations: document.getAnimations().length };
    });
    expect(moving).toEqual({ isChanged: true, animations: 0 });
  });

  test('reports a lost connection and reloads the shown data when it is back', async () => {
    await start('#/');
    await page.getByText('checkout after the index').waitFor();
    const asked = () => engine.received.filter(({ name }) => name === 'sessions.recent').length;
    const before = asked();
    engine.dropSockets();
    await page.getByText(/The connection to the engine is lost/).waitFor();
    await page.getByText(/The connection to the engine is lost/).waitFor({ state: 'detached' });
    await expect.poll(asked).toBeGreaterThan(before);
  });

  test('a dropped file is acknowledged by the frame that follows, before any of it is read', { tags: ['long'] }, async () => {
    await start('#/');
    await page.getByText('checkout after the index').waitFor();
    const told = pattern(common.app.opening.replace('{name}', 'large.cpuprofile'));
    const sent = new Promise<Route>((resolve) => void page.route('**/upload?*', resolve));
    const order = await page.evaluateHandle((text) => {
      const seen: string[] = [];
      const isTold = () => new RegExp(text).test(document.body.textContent ?? '');
      // The listener of the page comes first: it was there before.
      window.addEventListener('drop', () => {
        seen.push('dropped');
        requestAnimationFrame(() => seen.push(isTold() ? 'told in the next frame' : 'not told yet'));
      });
      return seen;
    }, told.source);
    await dropFile(page, 'large.cpuprofile', '{}');
    const upload = await sent;
    await expect.poll(() => order.jsonValue()).toEqual(['dropped', 'told in the next frame']);
    expect(await page.getByText(told).count()).toBeGreaterThan(0);
    await upload.continue();
    await page.getByRole('tab', { name: run.tab.flame }).waitFor();
    await expect.poll(() => page.getByText(told).count()).toBe(0);
  });
});
