/** A window one of whose processes is killed while a run goes on. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { type Desktop, until } from './desktop.ts';
import * as ui from './interface.ts';

const { home, run } = ui.words;
/** The journal is on the disk once a second. */
const SYNCED_MS = 1_500;

/** A run of a script that does not end by being asked to; measured for long enough that something of it is on the disk. */
export async function startUnendingRun({ page, dataDir }: Desktop): Promise<string> {
  const script = join(dataDir, 'server.cjs');
  writeFileSync(
    script,
    "process.on('SIGTERM', () => {});\nrequire('http').createServer((q, s) => setTimeout(() => s.end('ok'), 5)).listen(0);\n",
  );
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await ui.fillSetup(page, { script, connections: 2, measure: { seconds: 120 } });
  await ui.runButton(page).click();
  const live = page.getByRole('region', { name: run.live.label });
  await live.getByText(/[1-9][\d,]* completed/).waitFor();
  await page.waitForTimeout(SYNCED_MS);
  return script;
}

const COMPLETED = `Number((/([\\d,]+) completed/.exec(document.querySelector('main')?.textContent ?? '')?.[1] ?? '0').replace(/,/g, ''))`;

/** Requests that the page says are completed, by way of main: after a crash the driver's own page is of no use any more. */
export function completedShown(app: ElectronApplication, patienceMs = 15_000): Promise<number> {
  // A page that dies while it is asked never answers, and the driver must not be left waiting for it.
  return app.evaluate(
    ({ BrowserWindow }, [code, patience]) =>
      Promise.race([
        BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(code) as Promise<number>,
        new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer from the page')), patience)),
      ]),
    [COMPLETED, patienceMs] as const,
  );
}

/** Kills the process of the page. Milliseconds until it is back and shows more than before. */
export async function killPage(app: ElectronApplication): Promise<number> {
  const before = await completedShown(app);
  process.kill(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId()), 'SIGKILL');
  return until('the page is back', () =>
    completedShown(app, 300).then(
      (count) => count > before,
      () => false,
    ),
  );
}
