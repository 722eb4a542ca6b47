import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../../shared/model/comparison/comparison.ts';
import { type HeadlineOf, tellHeadline } from '../../../../shared/phrases/headline.ts';

const DIFFERENCES = [{ field: 'script', values: ['a.js', 'b.js'] }];

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

type Told = Partial<Pick<HeadlineOf, 'made' | 'differences'>> & { readonly equivalencePercent?: number };

function told(verdicts: Verdict | readonly Verdict[], { equivalencePercent = 5, ...of }: Told = {}): string {
  const setup = { pairs: 10, question: 'p50', equivalencePercent, variants: [{ title: 'old' }, { title: 'new' }] } as const;
  const about = { setup, made: 'series', isOver: true, warnings: [], differences: DIFFERENCES, ...of } as const;
  const { lead, rest } = tellHeadline([verdicts].flat(), 'B', about);
  return [lead, ...rest].join(' ').replaceAll(/\s/g, ' ');
}

describe('a headline', () => {
  test('says so where the typical pair and the medians point in opposite directions', () => {
    expect(told(NOISY)).toContain('Typical difference of a pair: −6.2 % (95 % interval −20.0 to +8.0), 10 pairs. The two figures above');
  });

  test.each([{ differencePercent: 6.2 }, { bValue: 595 }, { differencePercent: null, ci: null }])('does not say so of %j', (other) => {
    expect(told({ ...NOISY, ...other })).not.toContain('point the other way');
  });

  test('calls nothing worse or better that is equivalent, or no difference in the figures shown, also of a server that stopped', () => {
    const stopped = { variant: 'B', runs: 8, of: 10, silentMs: 400, afterwards: 'unknown' } as never;
    const latency: Verdict = { ...NOISY, reason: 'silent at the end', stopped: [stopped] };
    const memory: Verdict = { ...NOISY, metric: 'rssBytes', differencePercent: 0.01, ci: [-1.6, 0.7], verdict: 'equivalent', reason: null };
    expect(told([latency, memory])).toMatch(/longer runs \(-d\) may show it\. Equivalent within ±5 %: memory\.$/);
    expect(told([latency, { ...memory, differencePercent: 12, verdict: 'higher' }])).toMatch(/ Worse: memory \+12\.0 %\.$/);
    expect(told([latency, { ...memory, differencePercent: -12, verdict: 'lower' }])).toMatch(/ Better: memory −12\.0 %\.$/);
    for (const differencePercent of [0.04, -0.04])
      expect(told([NOISY, { ...memory, differencePercent, verdict: 'higher' }], { equivalencePercent: 0.01 })).not.toMatch(/Worse|Better/);
  });

  test('says whose each figure is, the base first, as in the table', () => {
    expect(told(NOISY)).toMatch(/^It is not clear .* in median latency: 595 ms for A \(old\), 687 ms for B \(new\)\. /);
    expect(told({ ...NOISY, verdict: 'equivalent', reason: null })).toContain(
      'are equivalent in median latency within ±5 %: 595 ms for A (old), 687 ms for B (new).',
    );
  });

  test('says what share of the requests went wrong where the variants differ in it, also without a verdict', () => {
    const errors = (bValue: number): Verdict => ({ ...NOISY, metric: 'errors', aValue: 0, bValue, differencePercent: bValue, ci: null });
    const sentence = 'Of the requests to A (old), 0 % went wrong, of those to B (new), 3.33 %.';
    const few = { pairs: 3, reason: 'too few pairs', p: null, pHolm: null } as const;
    for (const more of [{}, few])
      expect(
        told([
          { ...NOISY, ...more },
          { ...errors(3.33), ...more },
        ]),
      ).toContain(sentence);
    expect(told([NOISY, errors(0.9)])).not.toContain('went wrong');
    // It is told among what is worse.
    expect(told([NOISY, { ...errors(3.33), verdict: 'higher', reason: null }])).not.toContain('went wrong');
  });

  test('advises no further pairs where nothing differs, and calls a difference chance only where that is known', () => {
    const noisy = { ...NOISY, morePairs: 22 };
    const same = told(noisy, { differences: [] });
    expect(same).toMatch(
      /^Nothing differs between A \(old\) and B \(new\) \(A\/A\), so that any difference is chance: median latency of A/,
    );
    expect(same).not.toMatch(/22 pairs more|too small to be told/);
    const third = { field: 'script', values: ['a.js', 'a.js', 'b.js'] };
    expect(told(noisy, { differences: [third] })).toBe(same);
    for (const hidden of ['differs', 'unknown'] as const)
      expect(told(noisy, { differences: [{ ...third, hidden }] })).toContain('about 22 pairs more');
    expect(told(noisy, { made: 'sessions', differences: [] })).toContain('about 22 pairs more');
    expect(told(noisy)).toContain('about 22 pairs more');
  });

  test.each<[string, Partial<Verdict>]>([
    ['too few pairs, which agree', { reason: 'too few pairs', pairs: 5, agreeing: 5 }],
    ['a verdict that they differ', { verdict: 'slower', reason: null }],
    ['equivalence', { verdict: 'equivalent', reason: null }],
  ])('says first of equal variants that any difference is chance, and how large such ones are: %s', (_, change) => {
    const memory: Verdict = { ...NOISY, metric: 'rssBytes', differencePercent: 12, ci: [8, 14], verdict: 'higher', reason: null };
    const same = told([{ ...NOISY, ...change }, memory], { differences: [] });
    expect(same).toMatch(
      /^Nothing differs between A \(old\) and B \(new\) \(A\/A\), so that any difference is chance: median latency of A \(old\) 595 ms, of B \(new\) 687 ms\. Typical difference of a pair: −6\.2 %/,
    );
    expect(same).not.toMatch(/needs ten|is slower|Worse/);
    expect(same.includes('Equivalent within ±5 %: p50 latency.')).toBe(change.verdict === 'equivalent');
  });
});
