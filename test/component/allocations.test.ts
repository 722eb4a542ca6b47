/** The profile of allocations of a run that has one beside that of CPU time. */
import { expect, test } from 'vitest';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import type { ProfileQuery } from '../../shared/protocol/profile-contract.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();
const SENTENCE = /What V8 has inlined counts for the function that it was inlined into/;
const ALLOCATED = { ...ALL_SAMPLES, kind: 'allocated' };

const lastAsked = (engine: FakeEngine, name: 'profile.flame' | 'profile.functions') =>
  engine.received.filter((one) => one.name === name).at(-1)?.params as ProfileQuery | undefined;

test('it is chosen once for flame graph and functions, which say what has to be known of it, and is not told apart by requests', async () => {
  const { page, engine, errors } = await open('#/run/sampled?tab=flame&route=GET%20%2Fcart');
  const allocated = page.getByRole('radio', { name: run.profile.ofKind.allocated });
  await allocated.waitFor();
  expect(await page.getByText(SENTENCE).count()).toBe(0);
  await allocated.click();
  await expect.poll(() => lastAsked(engine, 'profile.flame')?.selection).toEqual(ALLOCATED);
  await page.getByText(SENTENCE).waitFor();
  await expectGoodLooks(page);
  await page.getByRole('tab', { name: run.tab.functions }).click();
  await expect.poll(() => lastAsked(engine, 'profile.functions')?.selection).toEqual(ALLOCATED);
  await page.reload();
  await page.getByText(SENTENCE).waitFor();
  await page.getByRole('radio', { name: run.profile.ofKind.cpu, exact: true }).click();
  await expect
    .poll(() => lastAsked(engine, 'profile.functions')?.selection)
    .toMatchObject({ kind: null, requests: { route: 'GET /cart' } });
  expect(await page.getByText(SENTENCE).count()).toBe(0);
  expect(errors).toEqual([]);
});

test('a run without it has no such choice, whatever a link says', async () => {
  const { page, engine } = await open('#/run/finished?tab=flame&profile=allocated');
  await expect.poll(() => lastAsked(engine, 'profile.flame')?.selection).toEqual(ALL_SAMPLES);
  await page.getByText(run.flame.inverted).waitFor();
  expect(await page.getByRole('radio', { name: run.profile.ofKind.allocated }).count()).toBe(0);
});

test('the form offers it alone and beside the CPU profile, and says what it costs', async () => {
  const { page } = await open('#/setup');
  await page.getByRole('button', { name: /The profile/ }).click();
  await page.getByRole('checkbox', { name: setup.field.allocations.label }).waitFor();
  await page.getByRole('radio', { name: /Sample what is allocated/ }).click();
  await page.getByRole('checkbox', { name: setup.field.alive.label }).waitFor();
  await page.getByText(/V8 samples which functions allocate memory, once every 131/).waitFor();
  await expectGoodLooks(page);
});
