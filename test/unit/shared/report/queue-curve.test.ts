/** The theory of queues in reports and on the page for class: the drawing, sentence and figures of the screen. */
import { expect, test } from 'vitest';
import { queueOf } from '../../../../shared/analysis/queueing.ts';
import { tellQueue } from '../../../../shared/phrases/queueing.ts';
import { formatComparisonHtml, formatComparisonMarkdown } from '../../../../shared/report/comparison-report.ts';
import { formatLessonPage } from '../../../../shared/report/lesson-page.ts';
import { makeInput } from '../../../helpers/comparison-input.ts';
import { tableOf, unescapeHtml } from '../../../helpers/read-report.ts';
import { comparisonOf } from '../../../helpers/studies.ts';
import { makePasses, makeReport } from '../analysis/runs.ts';

/** Three pairs: evenly spaced 5.25 ms, at random about 20. */
async function queueInput() {
  const passes = makePasses(3, (variant, round) => {
    const report = makeReport(variant === 0 ? { p50Ms: 5.25, meanMs: 5.4 } : { p50Ms: 12, meanMs: 19 + round });
    return { ...report, requests: { ...report.requests, sent: 480 } };
  });
  return makeInput({ setup: comparisonOf('queueing', 'quick'), passes });
}

const LESSON = { title: 'Queues', form: null, question: 'How long?', guess: null, usual: null, command: null };
const TITLE = 'Mean latency against utilization, and the theory';

test('a report has the curve with a mark for each run, the sentence, and a row for each run', async () => {
  const input = await queueInput();
  const html = formatComparisonHtml(input);
  const drawn = html.match(/<svg[^>]*aria-labelledby="queue-title.*?<\/svg>/s)![0];
  expect([...drawn.matchAll(/class="mark[^"]*" d="([^"]*)"/g)].map(([, d]) => d!.match(/M/g)!.length)).toEqual([3, 3]);
  expect(unescapeHtml(html)).toContain(tellQueue(queueOf(input.info)!));
  expect(html).toMatch(/aria-labelledby="queue-title queue-desc".*class="line c-offered".*M\/D\/1, random arrivals/s);
  expect(tableOf(html, 'Utilization and mean latency of each run').slice(1)).toEqual([
    ...Array.from({ length: 3 }, () => ['A (Evenly spaced)', '84.0', '5.40\u00a0ms']),
    ...['19.0', '20.0', '21.0'].map((mean) => ['B (At random (Poisson))', '84.0', `${mean}\u00a0ms`]),
  ]);
  const markdown = formatComparisonMarkdown(input);
  expect(markdown).toContain(`## ${TITLE}`);
  expect(markdown).toContain('| A (Evenly spaced) | 84.0 | 5.40\u00a0ms |');
});

test('of other loads there is none', async () => {
  const input = await makeInput();
  expect(formatComparisonHtml(input)).not.toContain('queue-title');
  expect(formatComparisonMarkdown(input)).not.toContain(TITLE);
  expect(formatLessonPage({ ...input, lesson: LESSON, figures: ['queue', 'response'] })).not.toContain('<figure>');
});

test('the page for class has it with the names of its variants, and the sentence below', async () => {
  const input = await queueInput();
  const html = formatLessonPage({ ...input, lesson: LESSON, figures: ['queue'] });
  expect(html.match(/<figcaption>(.*?)<\/figcaption>/s)![1]).toMatch(/and the theory.*Evenly spaced.*At random/s);
  expect(unescapeHtml(html)).toContain(tellQueue(queueOf(input.info)!));
});
