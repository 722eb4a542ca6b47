/** The tab Output: lines that are long, and lines that are many. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { OutputChunk } from '../../shared/model/series.ts';
import { run } from '../../shared/words/en/run.ts';
import { testCases } from '../helpers/cases.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();
const STACK = 'Error: no stock at buy (/srv/shop.js:7:3)';

async function openOutput(text: OutputChunk[]): Promise<Page> {
  const { page, errors } = await open(
    '#/run/finished?tab=output',
    {},
    {
      prepare: ({ engine }) => engine.answerWith('session.output', () => succeed({ text, droppedBytes: 0 })),
    },
  );
  await log(page).getByText(/./).first().waitFor();
  expect(errors).toEqual([]);
  return page;
}

const log = (page: Page) => page.getByRole('log', { name: run.output.label });
const shapeOf = (page: Page) =>
  log(page).evaluate((element) => ({
    over: element.scrollWidth - element.clientWidth,
    times: [...element.querySelectorAll('[data-index] > :first-child')].map((one) => Math.round(one.getBoundingClientRect().right)),
    // Rows that follow each other without a gap, each as tall as its text.
    gaps: [...element.querySelectorAll('[data-index]')].map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const next = row.nextElementSibling?.getBoundingClientRect().top ?? bottom;
      const text = row.lastElementChild!.getBoundingClientRect();
      return Math.max(Math.abs(next - bottom), text.bottom - bottom, top - text.top);
    }),
  }));

const out = (text: string, atMs: number): OutputChunk => ({ stream: 'stdout', text: `${text}\n`, atMs });
const long = (length: number) => JSON.stringify({ level: 'error', filler: 'x'.repeat(length), stack: STACK });

test('long lines wrap, so that their end can be read; unwrapped, they scroll sideways', { tags: ['long'] }, async () => {
  const page = await openOutput([out('shop starts', -100), out(long(600), 5), out('short', 12_000), out(long(3_000), 13_000)]);
  const wrap = page.getByRole('button', { name: run.output.wrap });
  expect(await wrap.getAttribute('aria-pressed')).toBe('true');
  const wrapped = await shapeOf(page);
  expect(wrapped.over).toBe(0);
  expect(new Set(wrapped.times).size).toBe(1);
  expect(Math.max(...wrapped.gaps)).toBeLessThan(1);
  await expectGoodLooks(page);
  await wrap.click();
  await expect.poll(async () => (await shapeOf(page)).over).toBeGreaterThan(10_000);
  expect(new Set((await shapeOf(page)).times).size).toBe(1);
});

/** As many elements as a screen has room for, whatever there is to read. */
const MOST_ROWS = 200;

testCases(
  [['50,000 lines', Array.from({ length: 50_000 }, (_, at) => out(`line ${at}`, at)), 'line 49999'] as const],
  [['ten lines of 100 kB', Array.from({ length: 10 }, (_, at) => out(`${at} ${long(100_000)}`, at)), STACK] as const],
)('%s: the end is reached and read, and no more is drawn than is seen', async ([_, lines, last]) => {
  const page = await openOutput(lines);
  await log(page).focus();
  await page.keyboard.press('End');
  const isAtEnd = () => log(page).evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight < 2);
  await expect
    .poll(async () => {
      if (!(await isAtEnd())) await page.keyboard.press('End');
      return (await isAtEnd()) && (await log(page).locator('[data-index]').last().textContent());
    })
    .toContain(last);
  const drawn = () =>
    log(page).evaluate((one) => ({ rows: one.querySelectorAll('[data-index]').length, letters: one.textContent!.length }));
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('PageUp');
    const { rows, letters } = await drawn();
    expect(rows).toBeLessThan(MOST_ROWS);
    expect(letters).toBeLessThan(MOST_ROWS * 5_000);
  }
});
