/** The sentence that comes first when some requests went wrong: how many of how many, and by what. */
import type { RunReport } from '../model/report.ts';
import type { Enumeration } from '../words/said.ts';
import { sayError, sayStatus, unexpectedOf } from './failed-load.ts';

/** `count` of `of` as people say it: in `n` one, about one, or as a percentage. */
export interface ShareInWords {
  readonly how: 'exactly' | 'about' | 'percent';
  readonly n: number;
}

export interface FailuresPart {
  readonly kind: 'failures';
  /** Failed, or with an unexpected status. */
  readonly count: number;
  /** All with an outcome. */
  readonly of: number;
  readonly share: ShareInWords;
  /** The only status, or the only kind of error, that there is. */
  readonly only: { readonly status: string } | { readonly error: string } | null;
  /** The most frequent first. */
  readonly causes: Enumeration;
  /** How many kinds there are beside these. */
  readonly more: number;
  /** Of a plan with several requests, the one that most of them were of; null: none, or it is not known. */
  readonly most: { readonly request: string; readonly count: number } | null;
  /** All were for what is told before it, which also says how: absent otherwise. */
  readonly explained?: true;
}

/** More would be a table, which there is, too. */
const MOST_CAUSES = 3;

export function computeFailures(run: Pick<RunReport, 'requests' | 'status' | 'metStatus' | 'errors' | 'byRequest'>): FailuresPart[] {
  const { completed, failed, unexpected } = run.requests;
  const count = failed + unexpected;
  if (count === 0) return [];
  const of = completed + failed;
  const statuses = Object.entries(unexpectedOf(run)).map(([status, n]) => ({ n, says: sayStatus(status, n), name: { status } }));
  const errors = Object.entries(run.errors).map(([error, n]) => ({ n, says: sayError(error, n), name: { error } }));
  const told = [...statuses, ...errors].sort((a, b) => b.n - a.n);
  const [first, ...others] = told;
  const only = first !== undefined && others.length === 0 ? first.name : null;
  const list = told.slice(0, MOST_CAUSES).map(({ says }) => says);
  const causes = { list, by: 'comma' } as const;
  return [
    { kind: 'failures', count, of, share: shareOf(count, of), only, causes, more: told.length - list.length, most: mostOf(run, count) },
  ];
}

function mostOf({ byRequest = [] }: Pick<RunReport, 'byRequest'>, count: number): FailuresPart['most'] {
  const own = byRequest.map(({ name, requests: { failed, unexpected } }) => ({ request: name, count: failed + unexpected }));
  return own.find((one) => one.count * 2 > count) ?? null;
}

/** A quarter of all is "1 in 4", also where it is 24.9 %. */
const CLOSE = 0.01;
const LARGEST_ROUND = 20;

export function shareOf(count: number, of: number): ShareInWords {
  const every = of / count;
  const n = Math.round(every);
  if (n >= 2 && (of === n * count || (n <= LARGEST_ROUND && Math.abs(every - n) <= CLOSE * every))) return { how: 'exactly', n };
  // Below 20 a rounded number would be too rough, and above it a percentage begins with a zero.
  return every > LARGEST_ROUND ? { how: 'about', n: Number(every.toPrecision(2)) } : { how: 'percent', n };
}
