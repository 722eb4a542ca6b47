/** A page of a study for class. */
import { describe, expect, test } from 'vitest';
import { PAGE_FIGURES, usualFigures } from '../../../../shared/model/comparison/lesson-links.ts';
import { formatComparisonHtml } from '../../../../shared/report/comparison-report.ts';
import { formatLessonPage, type LessonPageInput, pageFiguresOf } from '../../../../shared/report/lesson-page.ts';
import { makeInput } from '../../../helpers/comparison-input.ts';
import { unescapeHtml } from '../../../helpers/read-report.ts';

const LESSON = {
  title: 'One <task>',
  form: 'Short runs',
  question: 'Who waits less?',
  guess: 'Everybody & nobody.',
  usual: 'The unlucky.',
  command: 'loopscope demo one --form quick',
};

async function page(changes: Partial<LessonPageInput> = {}): Promise<string> {
  return formatLessonPage({ ...(await makeInput()), lesson: LESSON, figures: PAGE_FIGURES, ...changes });
}

const textOf = (html: string) =>
  unescapeHtml(html.replace(/<(style|title|desc)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

test('question, guess, what usually comes out, what came out and what was concluded stand on it', async () => {
  const text = textOf(await page({ notes: 'B it is.\nBecause.' }));
  for (const said of ['One <task>', 'Short runs', 'Who waits less?', 'Guess before Everybody & nobody.', 'Usual result The unlucky.'])
    expect(text).toContain(said);
  expect(text).toMatch(/What came out .*lower.*Conclusion B it is. Because. How it was measured/s);
  expect(text).toContain('<b>Other</b> machine.');
  expect(text).toContain('To run it again: loopscope demo one --form quick');
});

test('nothing guessed and nothing concluded is said, with lines to write on', async () => {
  const html = await page({ lesson: { ...LESSON, guess: null, usual: null, command: null }, notes: ' ' });
  expect(textOf(html)).toContain('No guess was made this time.');
  expect(textOf(html)).toContain('asks a different question');
  expect(html).toContain('class="ruled"');
  expect(html).not.toContain('To run it again');
});

test('every picture names its variants', async () => {
  const html = await page();
  const captions = [...html.matchAll(/<figcaption>(.*?)<\/figcaption>/gs)].map(([, caption]) => textOf(caption!));
  expect(captions.length).toBeGreaterThan(5);
  const [flame, others] = [captions.filter((one) => one.includes('flame graph')), captions.filter((one) => !one.includes('flame graph'))];
  expect(flame).toEqual([expect.stringContaining('B against A')]);
  for (const caption of others.filter((one) => !one.startsWith('Requests of'))) {
    expect(caption).toContain('A long <task>');
    expect(caption).toContain('B small tasks');
  }
  expect(others.find((one) => one.startsWith('Requests of A'))).toContain('A long <task>');
  expect(others.find((one) => one.startsWith('Requests of B'))).toContain('B small tasks');
});

test('shows the chosen figures only; markup of others is text, and nothing is loaded or run', async () => {
  const html = await page({ figures: ['percentiles'], notes: '<img src=x onerror=alert(1)>' });
  expect([...html.matchAll(/<svg class="|<svg viewBox/g)].length).toBeGreaterThan(0);
  expect([...html.matchAll(/<figure>/g)]).toHaveLength(1);
  expect(html).not.toMatch(/<table|<script|<img|https?:|<link(?! rel="icon" href="data:,")/);
  expect(html).toContain('&lt;img src=x');
});

describe('a conclusion', () => {
  const CONCLUDED = '**Ojo**: más *lento*.\nSegunda línea.\n\n| caso | p50 |\n| --- | --- |\n| A | `58 ms` |\n\n- uno\n- dos\n\n# Fin';

  test('keeps the numbers at the beginning of lines', async () => {
    const html = await page({ notes: 'Fell from 5229 to\n3761. On a laptop.\n\n7. the seventh\n8. the eighth' });
    expect(textOf(html)).toContain('Fell from 5229 to 3761. On a laptop.');
    expect(html).toContain('<ol start="7"><li>the seventh</li>');
  });

  test('is Markdown: strong words, tables, lists and lines stand on the page as such, in reports, too', async () => {
    const input = await makeInput();
    const report = formatComparisonHtml({ ...input, notes: CONCLUDED });
    for (const html of [await page({ notes: CONCLUDED }), report]) {
      expect(html).toContain('<strong>Ojo</strong>: más <em>lento</em>.\nSegunda línea.');
      expect(html).toMatch(/<th scope="col">caso<\/th>.*<td><code>58 ms<\/code><\/td>/s);
      expect(html).toMatch(/<ul><li>uno<\/li>\s*<li>dos<\/li>/);
      expect(html).toContain('<h3>Fin</h3>');
      expect(html).not.toContain('**');
    }
  });

  test('is nobody’s markup, and its links lead nowhere', async () => {
    const hostile = [
      '<script>alert(1)</script> **<img src=x onerror=alert(1)>** `</code><svg/onload=alert(1)>`',
      '| <b>x</b> | [click](javascript:alert(1)) |',
      '[site](https://evil.example/) ![i](https://evil.example/i.png) <!-- <b>kept</b> -->',
      '# </h3><iframe src="//evil.example">',
    ].join('\n\n');
    const html = await page({ figures: [], notes: hostile });
    const concluded = /<section class="concluded".*?<\/section>/s.exec(html)![0];
    expect(concluded).not.toMatch(/<(script|img|svg|iframe|b|a)\b|href=|src=(?!x|&quot;)/);
    for (const said of ['&lt;script&gt;', 'https://evil.example/', 'javascript:alert(1)', '&lt;b&gt;kept&lt;/b&gt;'])
      expect(concluded).toContain(said);
  });

  test('of thousands of marks in a row is written all the same', async () => {
    for (const notes of ['*a*'.repeat(30_000), '**'.repeat(30_000), '['.repeat(60_000), '|'.repeat(30_000), '`a'.repeat(30_000)])
      expect(formatComparisonHtml({ ...(await makeInput()), notes }).length).toBeGreaterThan(10_000);
  });

  test('has the language that somebody has stated, and the texts of the study have its own; neither is guessed', async () => {
    const langs = (html: string) => [...html.matchAll(/<(\w+)[^>]* lang="([^"]*)"/g)].map(([, tag, lang]) => `${tag} ${lang}`);
    const stated = await page({ lesson: { ...LESSON, language: 'ru' }, language: 'es', notes: CONCLUDED });
    expect(langs(stated)).toEqual(['html en', 'span ru', 'h1 ru', 'p ru', 'dd ru', 'dd ru', 'div es']);
    expect(langs(await page({ notes: CONCLUDED }))).toEqual(['html en', 'span ', 'h1 ', 'p ', 'dd ', 'dd ', 'div ']);
  });
});

test('only figures that have data are offered', async () => {
  const { info } = await makeInput();
  expect(pageFiguresOf(info)).toContain('dots');
  expect(pageFiguresOf(info)).not.toContain('queue');
  const unprofiled = { ...info, profiledPasses: info.profiledPasses.map(() => null) };
  expect(pageFiguresOf(unprofiled)).not.toContain('flame');
  const there = PAGE_FIGURES.filter((one) => one !== 'stalls');
  expect(usualFigures('Look at [the stalls](chart:stalls) and [order](chart:answer-order).', there)).toEqual([
    'verdicts',
    'dots',
    'answer-order',
  ]);
});

describe('what a page shows if nobody chooses', () => {
  test('the verdicts, and what the lesson talks about first', () => {
    expect(usualFigures('Look at [the stalls](chart:stalls), [it](frame:render), and [order](chart:answer-order).')).toEqual([
      'verdicts',
      'stalls',
      'flame',
    ]);
  });

  test('runs and percentiles where a lesson shows nothing', () => {
    expect(usualFigures('See [this](chart:flame-charts) and [that](https://example.org).')).toEqual(['verdicts', 'dots', 'percentiles']);
  });
});
