import { describe, expect, test } from 'vitest';
import { areStatusesAlike, describeOdd, isOdd, unexpectedStatuses } from '../../../../shared/analysis/statuses.ts';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { type Figures, makePasses, makeReport } from './runs.ts';

const passesOf = (...odd: Figures['odd'][]) => makePasses(2, (variant) => makeReport({ odd: odd[variant]! }), odd.length);

describe('whether all variants responded alike', () => {
  test.each([
    ['nothing odd', [null, null], true],
    ['one is answered with errors', [null, { status: 500, share: 1 }], false],
    [
      'a page that is missing on both sides',
      [
        { status: 404, share: 1 },
        { status: 404, share: 1 },
      ],
      true,
    ],
    [
      'the same in a mixed load',
      [
        { status: 404, share: 0.5 },
        { status: 404, share: 0.49 },
      ],
      true,
    ],
    [
      'other statuses',
      [
        { status: 404, share: 1 },
        { status: 500, share: 1 },
      ],
      false,
    ],
    [
      'more of them',
      [
        { status: 404, share: 0.3 },
        { status: 404, share: 0.4 },
      ],
      false,
    ],
    // Two percentage points of all responses, but a third of those that count.
    [
      'all but a few',
      [
        { status: 404, share: 0.94 },
        { status: 404, share: 0.96 },
      ],
      false,
    ],
    ['few', [null, { status: 503, share: 0.03 }], true],
    ['one of three', [{ status: 404, share: 1 }, { status: 404, share: 1 }, null], false],
  ] as const)('%s: %j', (_, odd, alike) => {
    expect(areStatusesAlike(passesOf(...odd))).toBe(alike);
  });

  test('what a plan expects is as good as any other', () => {
    const report = makeReport({ odd: { status: 404, share: 1 } });
    const met = { ...report, requests: { ...report.requests, unexpected: 0 }, metStatus: report.status };
    expect(areStatusesAlike(makePasses(2, (variant) => (variant === 0 ? met : makeReport()), 2))).toBe(true);
    expect(unexpectedStatuses([met])).toEqual([]);
    expect(unexpectedStatuses([{ status: { 404: 5, 503: 1 }, metStatus: { 404: 4 } }])).toEqual(['404', '503']);
  });

  test('with one measured variant there is nothing to compare', () => {
    expect(areStatusesAlike(passesOf({ status: 500, share: 1 }, null).filter(({ variant }) => variant === 0))).toBe(true);
    expect(areStatusesAlike([])).toBe(true);
  });
});

test('the statuses of a run as a sentence', () => {
  expect(isOdd(makeReport({ odd: { status: 500, share: 0.05 } }))).toBe(false);
  expect(isOdd(makeReport({ odd: { status: 500, share: 0.06 } }))).toBe(true);
  expect(wordSaid(describeOdd(makeReport({ odd: { status: 500, share: 1 } })))).toBe('100 % of its responses had status 500.');
  const { requests, ...rest } = makeReport({ odd: { status: 500, share: 0.1 } });
  const both = { ...rest, requests: { ...requests, unexpected: 2_500 }, status: { '200': 17_500, '304': 100, '500': 2_000, '404': 500 } };
  expect(wordSaid(describeOdd(both))).toBe('12.5 % of its responses had a status outside 200 to 399 (404, 500).');
  expect(wordSaid(describeOdd(makeReport({ odd: { status: 500, share: 0.99995 } })))).toMatch(/^More than 99\.9 %/);
});
