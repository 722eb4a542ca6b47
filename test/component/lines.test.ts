/** The tab Lines: the text beside the lines, where it is from, and the way from a line to its function and back. */
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { LineRow } from '../../shared/model/report.ts';
import { run } from '../../shared/words/en/run.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, main, showTab } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();

const FIGURES = { selfMargin: 1.2, totalMs: 400, total: 400_000, totalPercent: 40, samples: 300 };
const SELF = { self: 300_000, selfMs: 300, selfPercent: 30 };
const url = 'file:///home/ana/shop/server.mjs';
/** As the flame graph of the stand-in engine has it. */
const OF = { function: 'renderPage', functionUrl: url, functionLine: 28, kind: 'own' } as const;
const line = (number: number): LineRow => ({ url, line: number, isExact: true, ...OF, ...SELF, ...FIGURES });

function prepare({ engine }: { engine: FakeEngine }): void {
  engine.answerWith('profile.lines', ({ file }) =>
    succeed({
      window: null,
      weight: 1_000_000,
      samples: 1_000,
      unit: 'microseconds',
      files: [{ url, kind: 'own', lines: 1, ...SELF, ...FIGURES }],
      rows: file === null ? [] : [line(30)],
    }),
  );
  const text = Array.from({ length: 40 }, (_, at) => `const line${at + 1} = ${at + 1};`).join('\n');
  engine.answerWith('profile.text', () => succeed({ text, path: null, instead: 'notOwn' }));
}

test('a hot line leads to its function and to the flame graph, and from there back to the lines', async () => {
  const { page, errors } = await open('#/run/finished?tab=lines', {}, { prepare });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.lines });
  await panel.getByRole('grid').getByRole('button', { name: 'server.mjs' }).click();
  await panel.getByText(run.lines.instead.notOwn).waitFor();
  await panel.getByText('const line30 = 30;').waitFor();
  await expectGoodLooks(page);

  await button(panel, run.lines.itsFunction).click();
  const around = main(page).getByRole('tabpanel', { name: run.tab.flame });
  await around.getByRole('heading', { name: 'renderPage' }).first().waitFor();
  await button(around, run.frameMenu.showSource).click();
  await panel.getByText('const line28 = 28;').waitFor();

  // Where no time was taken there is no function to show.
  await panel.getByText('const line29 = 29;').click();
  await expect.poll(() => button(panel, run.lines.inFlame).isDisabled()).toBe(true);
  await panel.getByText('const line30 = 30;').click();
  await button(panel, run.lines.inFlame).click();
  await around.getByRole('application').waitFor();
  await showTab(page, 'lines');

  await panel.getByText('const line30 = 30;').click({ button: 'right' });
  await page.getByRole('menuitem', { name: run.frameMenu.around }).waitFor();
  expect(errors).toEqual([]);
});
