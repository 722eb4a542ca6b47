// The packaged program as a user gets it: start it, run a bundled study to its result, open the session again by a double click
// (which passes an argument), quit. Screenshots are written beside the package.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { check } from './report.mjs';

const STUDY = 'One long task';
const RUN_MS = 120_000;

/** `--no-sandbox`: Chromium's sandbox does not work as root. */
const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : ['--disable-seccomp-filter-sandbox'])];

export async function walk(program, display, pictures) {
  const data = mkdtempSync(join(tmpdir(), 'loopscope-walk-'));
  const env = { ...process.env, DISPLAY: display, LOOPSCOPE_DATA_DIR: data };
  const start = (...files) => _electron.launch({ executablePath: program, args: [...args, ...files], env, cwd: data });
  try {
    await runStudy(await start(), pictures);
    const session = findSession(data);
    check('walk: the session was saved', session !== null);
    if (session !== null) await reopen(await start(session), pictures);
    check('walk: nothing the walk started is left', strays(data).length === 0, strays(data).join(', '));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function runStudy(app, pictures) {
  const page = await app.firstWindow();
  const errors = listen(page);
  try {
    const study = page.getByRole('article').filter({ hasText: 'Server-side rendering' });
    await study.waitFor();
    check('walk: the page comes from the archive', page.url().startsWith('app://loopscope/'), page.url());
    check('walk: the page has no Node', await page.evaluate(() => typeof require === 'undefined' && typeof process === 'undefined'));
    await page.screenshot({ path: join(pictures, 'walk-1-home.png') });
    await study.getByText('Run one variant on its own').click();
    await study.getByRole('button', { name: `Run: ${STUDY}`, exact: true }).click();
    await page.locator('[aria-current=step]').filter({ hasText: 'Measuring' }).waitFor({ timeout: 30_000 });
    await page.waitForTimeout(3_000);
    await page.screenshot({ path: join(pictures, 'walk-2-live.png') });
    await untilSaved(page);
    // The page may still be requesting the last second.
    await page.getByText('200 of 200 requests completed').waitFor({ timeout: 10_000 });
    await page.screenshot({ path: join(pictures, 'walk-3-answer.png') });
    await page.getByRole('tab', { name: 'Flame graph', exact: true }).click();
    // The labels of narrow frames exist but are hidden.
    await page.getByRole('tabpanel').getByText('renderToString').filter({ visible: true }).first().waitFor();
    await page.screenshot({ path: join(pictures, 'walk-4-flame.png') });
    await page.getByRole('tab', { name: 'Functions', exact: true }).click();
    await page.getByRole('tabpanel').getByText('renderToString').first().waitFor();
    check('walk: the profile names the functions of the study', true);
    await page.screenshot({ path: join(pictures, 'walk-5-functions.png') });
    check('walk: no error on the page', errors.length === 0, errors[0]);
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'walk-failed.png') });
    check('walk: the study', false, error.message);
  } finally {
    await app.close();
  }
}

async function reopen(app, pictures) {
  const page = await app.firstWindow();
  try {
    await untilSaved(page);
    check('walk: it says what the run ended with', (await page.getByText('200 of 200 requests completed').count()) > 0);
    await page.screenshot({ path: join(pictures, 'walk-6-opened.png') });
    check('walk: a session given as an argument is opened', (await page.getByText(STUDY).count()) > 0);
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'walk-failed.png') });
    check('walk: opening a session', false, error.message);
  } finally {
    await app.close();
  }
}

const untilSaved = (page) => page.getByText(/Saved/).first().waitFor({ timeout: RUN_MS });

function listen(page) {
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

function findSession(data) {
  const found = readdirSync(data, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith('.loopscope'));
  return found === undefined ? null : join(data, found);
}

/** Processes with the walk's data folder in their environment. */
function strays(data) {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && environment(pid).includes(`LOOPSCOPE_DATA_DIR=${data}`),
  );
}

function environment(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
