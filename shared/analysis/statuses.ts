/**
 * Runs that were answered with other statuses than 200 to 399. A server that says "no" at once is not fast: such a run takes no part,
 * unless all variants were answered so alike, which somebody who compares a page that is not there means to do.
 */
import { isExpectedStatus } from '../load/load-accumulator.ts';
import type { Pass } from '../model/comparison.ts';
import type { RunReport } from '../model/report.ts';
import type { Ratio } from '../model/units.ts';

/** Below, a few odd answers do not move a median, and throughput leaves them out. */
export const MOST_UNEXPECTED_SHARE: Ratio = 0.05;
/** Shares of statuses may differ by this much and still be called alike. */
const ALIKE: Ratio = 0.05;

/** Of the answers of a run. */
export function unexpectedShare({ requests: { completed, unexpected } }: Pick<RunReport, 'requests'>): Ratio {
  return completed === 0 ? 0 : unexpected / completed;
}

/** Whether so many answers had an odd status that the run stands or falls with what the others were answered. */
export function isOdd(report: Pick<RunReport, 'requests'>): boolean {
  return unexpectedShare(report) > MOST_UNEXPECTED_SHARE;
}

/** As a sentence about the run. */
export function describeOdd(report: Pick<RunReport, 'requests' | 'status'>): string {
  const share = unexpectedShare(report) * 100;
  const told = share > 99.9 && share < 100 ? 'More than 99.9 %' : `${Number(share.toFixed(1))} %`;
  const codes = unexpectedStatuses([report]);
  return codes.length === 1
    ? `${told} of its answers had the status ${codes[0]}.`
    : `${told} of its answers had a status outside 200 to 399 (${codes.join(', ')}).`;
}

/** Ascending. */
export function unexpectedStatuses(reports: readonly Pick<RunReport, 'status'>[]): string[] {
  const codes = new Set(reports.flatMap(({ status }) => Object.keys(status)).filter((code) => !isExpectedStatus(Number(code))));
  return [...codes].sort();
}

/**
 * Whether the measured runs of all variants were answered with the same statuses in about the same shares. Of the expected answers the
 * ratio counts: where all but a few answers are odd, throughput is that of the few. Only one variant has runs: yes, so far.
 */
export function areStatusesAlike(passes: readonly Pick<Pass, 'kind' | 'variant' | 'report'>[]): boolean {
  const variants = [...sharesOf(passes).values()];
  const expected = variants.map((shares) => shares.expected);
  const [least, most] = [Math.min(...expected), Math.max(...expected)];
  if (most > 0 && least < most * (1 - ALIKE)) return false;
  const codes = new Set(variants.flatMap(({ byStatus }) => [...byStatus.keys()]));
  return [...codes].every((code) => {
    const shares = variants.map(({ byStatus }) => byStatus.get(code) ?? 0);
    return Math.max(...shares) - Math.min(...shares) <= ALIKE;
  });
}

interface Shares {
  readonly expected: Ratio;
  readonly byStatus: ReadonlyMap<string, Ratio>;
}

/** Of the answers of all runs of a variant. */
function sharesOf(passes: readonly Pick<Pass, 'kind' | 'variant' | 'report'>[]): Map<number, Shares> {
  const counts = new Map<number, Map<string, number>>();
  for (const { kind, variant, report } of passes) {
    if (kind !== 'measured' || report === null || report.requests.completed === 0) continue;
    const known = counts.get(variant) ?? new Map<string, number>();
    for (const [code, count] of Object.entries(report.status)) known.set(code, (known.get(code) ?? 0) + count);
    counts.set(variant, known);
  }
  return new Map([...counts].map(([variant, known]) => [variant, toShares(known)]));
}

function toShares(counts: ReadonlyMap<string, number>): Shares {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const odd = [...counts].filter(([code]) => !isExpectedStatus(Number(code)));
  return {
    expected: 1 - odd.reduce((sum, [, count]) => sum + count, 0) / all,
    byStatus: new Map(odd.map(([code, count]) => [code, count / all])),
  };
}
