/** The command that prints in a terminal what a screen shows of a session. */

import type { Milliseconds, TimeWindow } from '../base/units.ts';
import { WORKER_THREADS } from '../model/profile/profile.ts';
import type { ProfileSelection } from '../model/profile/selection.ts';
import { TIME_BASES, type TimeBase } from '../model/profile/time-base.ts';
import type { RequestFilter } from '../model/request-filter.ts';
import { quoteForShell } from '../model/setup/shell-words.ts';
import type { FoldOptions } from '../profile/tree/folds.ts';
import { printFoldOptions } from '../profile/tree/folds-codec.ts';

/** Of a profile; `base`: whether idle time counts, too. */
export interface ShownProfile extends FoldOptions {
  readonly selection: ProfileSelection;
  readonly base: TimeBase;
}

export interface ShownPart {
  readonly file: string;
  /** Which run of a comparison, counted from 0; null: all of the file. */
  readonly pass: number | null;
  readonly window: TimeWindow | null;
  /** Null: all tables. */
  readonly table: string | null;
  /** The hot lines of a file, in place of a table; empty: of all files. Null: no lines. */
  readonly linesOf: string | null;
  /** Of percentiles, with their intervals. */
  readonly intervals: boolean;
  /** Null: the table is about something else. */
  readonly profile: ShownProfile | null;
  /** The same of single requests. */
  readonly requests: ShownRequests | null;
  /** Of which requests another table is; null: of all, or it does not follow such a choice. */
  readonly chosen: RequestFilter | null;
}

/** `sort`: with a minus, the largest first. Null: as the command has it. */
export interface ShownRequests {
  readonly sort: string | null;
  readonly limit: number | null;
  readonly response: string | null;
  readonly slowerThanMs: Milliseconds | null;
  readonly fasterThanMs: Milliseconds | null;
  /** Which request of the plan, and which phase or level, counted from 0. */
  readonly request: number | null;
  readonly phase: number | null;
}

export function showCommand({ file, pass, window, table, linesOf, intervals, profile, requests, chosen }: ShownPart): string {
  const words = [
    'loopscope',
    'show',
    file,
    ...(pass === null ? [] : ['--run', String(pass + 1)]),
    ...(table === null ? [] : ['--table', table]),
    ...(linesOf === null ? [] : ['--lines', ...(linesOf === '' ? [] : [linesOf])]),
    ...(intervals ? ['--intervals'] : []),
    ...(window === null || profile?.selection.inlined === false ? [] : ['--from', seconds(window.fromMs), '--to', seconds(window.toMs)]),
    ...(profile === null ? [] : flagsOf(profile)),
    ...(requests === null ? [] : requestFlags(requests)),
    ...(chosen === null ? [] : filterFlags(chosen)),
  ];
  return words.map(quoteForShell).join(' ');
}

function flagsOf({ selection, base, ...folding }: ShownProfile): readonly string[] {
  const { process, thread, kind, inlined, requests } = selection;
  // That pass is printed whole.
  if (!inlined) return ['--exact'];
  const folded = printFoldOptions(folding);
  return [
    ...(process === null ? [] : ['--process', String(process)]),
    ...(thread === null ? [] : ['--thread', thread === WORKER_THREADS ? 'workers' : String(thread)]),
    ...(kind === null ? [] : ['--profile', kind]),
    ...(folded === '' ? [] : ['--fold', folded]),
    ...(base === TIME_BASES[0] ? [] : [`--${base}`]),
    ...(requests === null ? [] : filterFlags(requests)),
  ];
}

function filterFlags({ route, slowest, failed }: RequestFilter): readonly string[] {
  return [
    ...(route === null ? [] : ['--route', route]),
    ...(slowest === null ? [] : ['--slowest', `${slowest}%`]),
    ...(failed ? ['--failed'] : []),
  ];
}

function requestFlags({ sort, limit, response, slowerThanMs, fasterThanMs, request, phase }: ShownRequests): readonly string[] {
  const flags = {
    sort,
    limit,
    response,
    'slower-than': slowerThanMs,
    'faster-than': fasterThanMs,
    request: fromOne(request),
    phase: fromOne(phase),
  };
  return Object.entries(flags).flatMap(([flag, value]) => (value === null ? [] : [`--${flag}`, String(value)]));
}

const fromOne = (nth: number | null): number | null => (nth === null ? null : nth + 1);

/** To the microsecond, as the command reads it. */
function seconds(ms: number): string {
  return String(Number((ms / 1_000).toFixed(6)));
}
