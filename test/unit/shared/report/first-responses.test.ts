import { expect, test } from 'vitest';
import type { ComparisonInfo } from '../../../../shared/model/comparison/comparison-info.ts';
import type { FirstResponse } from '../../../../shared/model/kept-response.ts';
import { firstResponses } from '../../../../shared/report/first-responses.ts';
import { formatLessonPage } from '../../../../shared/report/lesson-page.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { comparedPieces } from '../../../../shared/report/tables/compared/index.ts';
import { makeInput } from '../../../helpers/comparison-input.ts';
import { tableOf } from '../../../helpers/read-report.ts';

function answerOf(coding: string, wireBytes: number): FirstResponse {
  const encoding = coding === '' ? [] : [{ name: 'Content-Encoding', value: coding }];
  return {
    status: 200,
    latencyMs: 4.5,
    bytes: wireBytes + 200,
    head: {
      line: 'HTTP/1.1 200 OK',
      headers: [{ name: 'Vary', value: 'Accept-Encoding' }, { name: 'Date', value: `at ${wireBytes}` }, ...encoding],
      isCut: false,
    },
    body: { kind: 'text', type: 'text/html', coding, wireBytes, decodedBytes: 2_000 },
  };
}

function infoOf(...firsts: (FirstResponse | null)[]): ComparisonInfo {
  return { setup: { variants: firsts.map((_, at) => ({ title: ['as it is', 'gzip'][at] })) }, firsts } as unknown as ComparisonInfo;
}

test('what each sent first: on the wire, decoded, and what of the headers differs', () => {
  const { sizes, headers, differ } = firstResponses(infoOf(answerOf('', 2_000), answerOf('gzip', 800)))!;
  expect(sizes.rows.map((row) => row.map(cellText))).toEqual([
    ['A as it is', 'text/html', 'none', '2,000', '2,000', '', '2,200', '4.50'],
    ['B gzip', 'text/html', 'gzip', '800', '2,000', '−60.0', '1,000', '4.50'],
  ]);
  expect(headers[0]!.rows).toEqual([
    ['vary', 'Accept-Encoding', 'Accept-Encoding'],
    ['date', 'at 2000', 'at 800'],
    ['content-encoding', { text: '–', tone: 'strong' }, { text: 'gzip', tone: 'strong' }],
  ]);
  expect(differ).toBe(true);
});

test('responses of one kind are shown on request only, and none where nothing was kept', () => {
  const alike = infoOf(answerOf('', 2_000), answerOf('', 2_004));
  expect(firstResponses(alike)!.differ).toBe(false);
  expect(comparedPieces({ info: alike }, 'html', 'responses')).toEqual([]);
  expect(firstResponses(infoOf(answerOf('', 2_000), null))).toBeNull();
});

test('the page for class has them where they are chosen: sizes, and headers side by side', async () => {
  const input = await makeInput({ firsts: [answerOf('', 2_000), answerOf('gzip', 800)] });
  const lesson = { title: 'Bytes', form: null, question: 'How many?', guess: null, usual: null, command: null };
  const html = formatLessonPage({ ...input, lesson, figures: ['response'] });
  expect(tableOf(html, 'The first response of each').at(-1)!.slice(0, 5)).toEqual(['B small tasks', 'text/html', 'gzip', '800', '2,000']);
  expect(tableOf(html, 'Headers of the first response').at(-1)).toEqual(['content-encoding', '–', 'gzip']);
  expect(formatLessonPage({ ...input, lesson, figures: ['dots'] })).not.toContain('content-encoding');
});
