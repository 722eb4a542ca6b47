/** A page of a study for class. */
import { describe, expect, test } from 'vitest';
import { PAGE_FIGURES, usualFigures } from '../../../../shared/model/comparison/lesson-links.ts';
import { formatLessonPage, type LessonPageInput } from '../../../../shared/report/lesson-page.ts';
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
