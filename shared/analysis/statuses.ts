/**
 * Runs that were answered with other statuses than 200 to 399, or than their plan expects. A server that rejects requests at once is not fast: such a run is excluded,
 * unless all variants responded alike, as when somebody compares how fast a missing page is reported.
 */

import type { Percent, Ratio } from '../base/units.ts';
import type { Pass } from '../model/comparison/pass.ts';
import type { RunReport } from '../model/report.ts';
import { type Enumeration, type Said, say } from '../words/said.ts';
import { unexpectedOf } from './failed-load.ts';
import { requestsOf, STATUS_NOT_TOLD, statusesOf } from './verdicts/by-tool.ts';

/** Those that send on whoever follows them; 304 is the page that one has already. */
export const REDIRECTS: readonly string[] = ['301', '302', '303', '307', '308'];

/** With fewer it is what the latency of the rest says that matters. */
export const REDIRECTS_FROM: Percent = 50;

/** Below this, a few unexpected responses do not move a median, and throughput leaves them out. */
export const MOST_UNEXPECTED_SHARE: Ratio = 0.05;
/** Shares of statuses may differ by this much and still be called alike. */
const ALIKE: Ratio = 0.05;

type Counts = Pick<RunReport, 'requests' | 'byCommand'>;
type Statuses = Pick<RunReport, 'status' | 'metStatus' | 'byCommand'>;

/** Of the responses of a run. */
export function unexpectedShare(report: Counts): Ratio {
  const { completed, unexpected } = requestsOf(report);
  return completed === 0 ? 0 : unexpected / completed;
}

/** Whether so many responses had an unexpected status that it depends on the other runs whether this one counts. */
export function isOdd(report: Counts): boolean {
  return unexpectedShare(report) > MOST_UNEXPECTED_SHARE;
}

/** Why the run is excluded. */
export function describeOdd(report: Counts & Statuses): Said {
  const share = unexpectedShare(report) * 100;
  const isAlmostAll = share > 99.9 && share < 100;
  const percent = Number(share.toFixed(1));
  const codes = unexpectedStatuses([report]);
  if (codes.includes(STATUS_NOT_TOLD)) return say('exclusion.unexpected', { percent: Math.floor(share * 10) / 10 });
  if (codes.length === 1) {
    const status = codes[0]!;
    return isAlmostAll ? say('exclusion.almostAllStatus', { status }) : say('exclusion.status', { percent, status });
  }
  const statuses: Enumeration = { list: codes, by: 'comma' };
  return isAlmostAll ? say('exclusion.almostAllStatuses', { statuses }) : say('exclusion.statuses', { percent, statuses });
}

/** Ascending. */
export function unexpectedStatuses(reports: readonly Statuses[]): string[] {
  return [...new Set(reports.flatMap((report) => Object.keys(unexpectedOf(statusesOf(report)))))].sort();
}

/**
 * Whether the measured runs of all variants were answered with the same statuses in about the same shares. For the expected responses the
 * ratio counts: if all but a few responses are unexpected, throughput is that of the few. Only one variant has runs: yes, so far.
 */
export function areStatusesAlike(passes: readonly Pick<Pass, 'kind' | 'variant' | 'report'>[]): boolean {
  const variants = [...sharesOf(passes).values()];
  const expected = variants.map((shares) => shares.expected);
  const [least, most] = [Math.min(...expected), Math.max(...expected)];
  if (most > 0 && least < most * (1 - ALIKE)) return false;
  const codes = variants.flatMap(({ byStatus }) => [...byStatus.keys()]);
  const kindOf = kindsFor(codes);
  return [...new Set(codes.map(kindOf))].every((kind) => {
    const shares = variants.map(({ byStatus }) =>
      [...byStatus].reduce((sum, [code, share]) => (kindOf(code) === kind ? sum + share : sum), 0),
    );
    return Math.max(...shares) - Math.min(...shares) <= ALIKE;
  });
}

/** Some tools tell only of which class a status is, and some not even that: then all are compared as far as those tell. */
function kindsFor(codes: readonly string[]): (code: string) => string {
  if (codes.includes(STATUS_NOT_TOLD)) return () => STATUS_NOT_TOLD;
  return codes.some((code) => /^\dxx$/.test(code)) ? (code) => `${code.slice(0, 1)}xx` : (code) => code;
}

interface Shares {
  readonly expected: Ratio;
  readonly byStatus: ReadonlyMap<string, Ratio>;
}

/** Of the responses of all runs of a variant. */
function sharesOf(passes: readonly Pick<Pass, 'kind' | 'variant' | 'report'>[]): Map<number, Shares> {
  const reports = new Map<number, RunReport[]>();
  for (const { kind, variant, report } of passes) {
    if (kind !== 'measured' || report === null || requestsOf(report).completed === 0) continue;
    reports.set(variant, [...(reports.get(variant) ?? []), report]);
  }
  return new Map([...reports].map(([variant, own]) => [variant, toShares(own)]));
}

function toShares(reports: readonly RunReport[]): Shares {
  const all = reports.reduce((sum, report) => sum + requestsOf(report).completed, 0);
  const odd = new Map<string, number>();
  for (const report of reports)
    for (const [code, count] of Object.entries(unexpectedOf(statusesOf(report)))) odd.set(code, (odd.get(code) ?? 0) + count);
  return {
    expected: 1 - [...odd.values()].reduce((sum, count) => sum + count, 0) / all,
    byStatus: new Map([...odd].map(([code, count]) => [code, count / all])),
  };
}
