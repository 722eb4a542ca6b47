/** The theory of queues in reports and on the page for class: the drawing, sentence and figures of the screen. */
import { expect, test } from 'vitest';
import { queueOf } from '../../../../shared/analysis/queueing.ts';
import { layoutQueue } from '../../../../shared/charts/queue-curve.ts';
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

test('the name of the curve stands where no run lies under it', async () => {
  const { info } = await queueInput();
  const frame = { width: 600, height: 240, left: 52, right: 16, top: 16, bottom: 36 };
  const queue = queueOf(info)!;
  for (const shift of [0, 0.02, 0.05, 0.08, 0.1, 0.12])
    for (const longer of [1, 1.3, 1.6]) {
      const runs = queue.runs.map((run) => ({ ...run, utilization: run.utilization + shift, meanMs: run.meanMs * longer }));
      const { name, runs: placed } = layoutQueue({ ...queue, runs }, frame);
      const [x, y] = name.at;
      const [from, to] = name.anchor === 'start' ? [x, x + 170] : [x - 170, x];
      const under = placed.filter(({ place: [px, py] }) => px > from && px < to && py > y - 14 && py < y + 2);
      expect(under).toEqual([]);
    }
});
