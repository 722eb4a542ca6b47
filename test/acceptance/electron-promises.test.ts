/** How soon the window is itself again, or gone, when one of its processes is killed. That nothing is lost is in test/e2e. */
import { expect } from 'vitest';
import { type Desktop, ended, isAlive, launchDesktop, needElectron, processesWith, until } from '../helpers/desktop.ts';
import { killPage, startUnendingRun } from '../helpers/killed-window.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

const PROMISED_MS = 2_000;

needElectron();

/** Without the question whether a run that goes on is to be ended. */
async function leave({ app }: Desktop): Promise<void> {
  const gone = ended(app);
  app.process().kill('SIGTERM');
  await gone;
}

twoOfThree('a page that was killed is back within 2 s', async () => {
  const desktop = await launchDesktop();
  await startUnendingRun(desktop);
  expect(await killPage(desktop.app)).toBeLessThan(PROMISED_MS);
  await leave(desktop);
});

twoOfThree('the script of a killed engine is gone within 2 s', async () => {
  const desktop = await launchDesktop();
  const script = await startUnendingRun(desktop);
  process.kill(desktop.enginePid(), 'SIGKILL');
  expect(await until('the script is ended', () => processesWith(script).length === 0)).toBeLessThan(PROMISED_MS);
  await leave(desktop);
});

twoOfThree('engine and script of a killed window are gone within 2 s', async () => {
  const desktop = await launchDesktop();
  const script = await startUnendingRun(desktop);
  const engine = desktop.enginePid();
  process.kill(desktop.mainPid, 'SIGKILL');
  const tookMs = await until('both are gone', () => !isAlive(engine) && processesWith(script).length === 0);
  expect(tookMs).toBeLessThan(PROMISED_MS);
});
