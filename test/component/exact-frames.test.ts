/** The profile of the pass without inlining: chosen in every view of a profile, whole, and labelled with how different that pass was. */
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { DEFAULT_SETUP } from '../../shared/model/setup/setup.ts';
import type { ProfileQuery } from '../../shared/protocol/profile-contract.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();
const SENTENCE = 'its throughput was 31 % lower and its CPU time per request 45 % higher: compare the shares of the two, not their times.';

const EXACT = { ...ALL_SAMPLES, inlined: false };

type Asked = 'profile.flame' | 'profile.functions' | 'profile.lines' | 'profile.chart';
const lastAsked = (engine: FakeEngine, name: Asked) =>
  engine.received.filter((one) => one.name === name).at(-1)?.params as ProfileQuery | undefined;

function prepare({ engine }: { engine: FakeEngine }): void {
  const none = { window: null, weight: 1_000_000, samples: 1_000, unit: 'microseconds', files: [], rows: [] };
  engine.answerWith('profile.lines', () => succeed(none));
}

test('the exact frames are chosen once for flame graph, functions and lines; the chart over time stays that of the run', {
  tags: ['long'],
}, async () => {
  const { page, engine, errors } = await open('#/run/exact?tab=flame&window=2000..5000', {}, { prepare });
  const exact = page.getByRole('radio', { name: run.exact.exact });
  await exact.waitFor();
  expect(await page.getByText(SENTENCE).count()).toBe(0);
  await exact.click();
  await page.getByText(SENTENCE).waitFor();
  await expect.poll(() => lastAsked(engine, 'profile.flame')).toMatchObject({ selection: EXACT, window: null });
  await expectGoodLooks(page);
  for (const [tab, name] of [
    ['functions', 'profile.functions'],
    ['lines', 'profile.lines'],
  ] as const) {
    await page.getByRole('tab', { name: run.tab[tab] }).click();
    await expect.poll(() => lastAsked(engine, name)).toMatchObject({ selection: EXACT, window: null });
    await page.getByText(SENTENCE).waitFor();
    await expectGoodLooks(page);
  }
  await page.getByRole('tab', { name: run.tab.flameChart }).click();
  await expect.poll(() => lastAsked(engine, 'profile.chart')?.selection).toEqual(ALL_SAMPLES);
  await page.getByRole('tab', { name: run.tab.flame }).click();
  await page.reload();
  await page.getByText(SENTENCE).waitFor();
  await page.getByRole('radio', { name: run.exact.inlined }).click();
  await expect
    .poll(() => lastAsked(engine, 'profile.flame'))
    .toMatchObject({ selection: ALL_SAMPLES, window: { fromMs: 2_000, toMs: 5_000 } });
  expect(errors).toEqual([]);
});

test('a run without them has no such choice, whatever a link says', async () => {
  const { page, engine } = await open('#/run/finished?tab=flame&frames=exact');
  await expect.poll(() => lastAsked(engine, 'profile.flame')?.selection).toEqual(ALL_SAMPLES);
  await page.getByText(run.flame.inverted).waitFor();
  expect(await page.getByRole('radio', { name: run.exact.exact }).count()).toBe(0);
});

test('the form says before the start that the server is started a second time', async () => {
  const { page } = await open('#/setup');
  const again = 'Then the server is started a second time under the same load, for at most 10 s, without inlining.';
  expect(await page.getByText(again).count()).toBe(0);
  await page.getByRole('button', { name: /The profile/ }).click();
  await page.getByRole('checkbox', { name: setup.field.exactFrames.label }).check();
  await page.getByText(again).waitFor();
  expect(DEFAULT_SETUP.capture).toMatchObject({ exactFrames: false });
});
