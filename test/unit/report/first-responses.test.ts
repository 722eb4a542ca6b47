import { expect, test } from 'vitest';
import type { FirstResponse } from '../../../shared/model/kept-answer.ts';
import type { ComparisonInfo } from '../../../shared/protocol/comparison-contract.ts';
import { firstResponses, unlikeResponses } from '../../../shared/report/first-responses.ts';
import { cellText } from '../../../shared/report/table.ts';

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
  expect(unlikeResponses(alike)).toEqual([]);
  expect(firstResponses(infoOf(answerOf('', 2_000), null))).toBeNull();
});
