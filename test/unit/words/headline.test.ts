import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../shared/model/comparison.ts';
import { tellHeadline } from '../../../shared/words/headline.ts';

const NOISY: Verdict = {
  metric: 'p50',
  a: 'A',
  b: 'B',
  aValue: 595,
  bValue: 687,
  differencePercent: -6.2,
  ci: [-20, 8],
  verdict: 'cannot tell',
  reason: 'too noisy',
  pairs: 10,
  agreeing: 6,
  p: 0.4,
  pHolm: 0.4,
};

function told(verdict: Verdict): string {
  const setup = { pairs: 10, question: 'p50', equivalencePercent: 5, variants: [{ title: 'old' }, { title: 'new' }] } as const;
  const { lead, rest } = tellHeadline([verdict], 'B', { setup, made: 'series', isOver: true, warnings: [] });
  return [lead, ...rest].join(' ').replaceAll(/\s/g, ' ');
}

describe('a headline', () => {
  test('says so where the typical pair and the medians point in opposite directions', () => {
    expect(told(NOISY)).toContain('Typical difference of a pair: −6.2 % (95 % interval −20.0 to +8.0), 10 pairs. The two figures above');
  });

  test.each([{ differencePercent: 6.2 }, { bValue: 595 }, { differencePercent: null, ci: null }])('does not say so of %j', (other) => {
    expect(told({ ...NOISY, ...other })).not.toContain('point the other way');
  });
});
