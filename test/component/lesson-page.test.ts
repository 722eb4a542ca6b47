/** A page for class is printed by Chromium on one sheet of A4, also after runs on a busy machine. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordSaid } from '../../shared/format/word-said.ts';
import { PAGE_FIGURES } from '../../shared/model/comparison/lesson-links.ts';
import { formatComparisonHtml } from '../../shared/report/comparison-report.ts';
import { formatLessonPage } from '../../shared/report/lesson-page.ts';
import { type Param, say, sayBoth } from '../../shared/words/said.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { testCases } from '../helpers/cases.ts';
import { makeInput } from '../helpers/comparison-input.ts';
import { unescapeHtml } from '../helpers/read-report.ts';

const LESSON = {
  title: 'SSR: long or small tasks',
  form: 'Full',
  question: 'Render one page in one long task, or in small tasks that give way to others: who waits less?',
  guess: 'Everybody waits less with small tasks.',
  usual: 'The unlucky wait less, the lucky more.',
  command: 'loopscope demo ssr --form full',
};

const means = (a: number, b: number): Param => ({
  list: [
    say('comparisonWarning.value', { variant: 'A', value: say('comparisonWarning.share', { percent: a }) }),
    say('comparisonWarning.value', { variant: 'B', value: say('comparisonWarning.share', { percent: b }) }),
  ],
  by: 'comma',
});
const how: Param = {
  list: [
    say('comparisonWarning.times', { times: 5, how: say('comparisonWarning.rising') }),
    say('comparisonWarning.times', { times: 3, how: say('comparisonWarning.jumping') }),
  ],
  by: 'comma',
};
const BUSY = [
  say('comparisonWarning.foreign', { disturbed: 18, count: 20, means: means(62, 81) }),
  say('comparisonWarning.steal', { disturbed: 20, count: 20, means: means(12, 14) }),
  sayBoth(say('comparisonWarning.unsteady', { unsteady: 8, count: 10, variant: 'A', how }), say('advice.longerWarmUpMayHelp')),
  say('comparisonWarning.unsteady', { unsteady: 8, count: 10, variant: 'B', how }),
];
const NOTES = Array.from({ length: 8 }, (_, line) => `Line ${line + 1} of what was concluded.`).join('\n');

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** With runs in the last of which other programs used 97 % of a core. */
async function busyInput(warnings: typeof BUSY) {
  const input = await makeInput({ warnings });
  const passes = input.info.passes.map((pass, at) => {
    const percent = { mean: at === 4 ? 97.2 : 60, max: 120 };
    const machine = { ...pass.report!.machine!, foreignPercent: percent, stealPercent: { mean: 13, max: 20 } };
    return { ...pass, report: { ...pass.report!, machine } };
  });
  return { ...input, info: { ...input.info, passes }, notes: NOTES };
}

async function sheetsOf(html: string): Promise<number> {
  const { page, context } = await openPage(browser);
  await page.setContent(html);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await context.close();
  // How Chromium writes a sheet.
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
}

test('warnings of a busy machine are one sentence, with their number and the worst figure, and the page is one sheet', async () => {
  const input = await busyInput(BUSY);
  const html = formatLessonPage({ ...input, lesson: LESSON, figures: ['verdicts', 'dots', 'percentiles'] });
  expect(unescapeHtml(html)).toContain(
    '4 warnings say that the machine was busy or that runs were not steady; in the worst run other programs used 97 % of a core. The report has all of them.',
  );
  expect(await sheetsOf(html)).toBe(1);
  const report = unescapeHtml(formatComparisonHtml(input));
  for (const warning of BUSY) expect(report).toContain(wordSaid(warning));
});

/** A flame graph takes a sheet of its own. */
const OTHERS = PAGE_FIGURES.filter((figure) => figure !== 'stalls' && figure !== 'flame');

const PAIRS = OTHERS.flatMap((one, at) => OTHERS.slice(at + 1).map((other) => [one, other] as const));
/** Each figure once. */
const isNext = ([one, other]: (typeof PAIRS)[number]) => OTHERS.indexOf(one) % 2 === 0 && OTHERS.indexOf(other) === OTHERS.indexOf(one) + 1;

testCases(
  PAIRS.filter(isNext),
  PAIRS.filter((two) => !isNext(two)),
)('stalls with %s and %s are on one sheet', async (two) => {
  const input = await busyInput(BUSY);
  expect(await sheetsOf(formatLessonPage({ ...input, lesson: LESSON, figures: [...two, 'stalls'] }))).toBe(1);
});

test('a single one is told in its own words', async () => {
  const html = unescapeHtml(formatLessonPage({ ...(await busyInput(BUSY.slice(0, 1))), lesson: LESSON, figures: ['verdicts'] }));
  expect(html).toContain(wordSaid(BUSY[0]!));
  expect(html).not.toContain('warnings say');
});
