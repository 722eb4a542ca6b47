/**
 * What a screen shows of its session, as the part of the address behind the question mark:
 *
 *   #/run/ID?tab=flame&window=1200..3400&hide=core,native&q=render
 *
 * To keep one more thing there, add its line to KEYS and write `const [value, setValue] = useView('name')` (view.ts) where `useState` would
 * be: reload, Back and links work then. A value that is new in an address of the past, unknown or wrong is its `initial` one; whether it
 * exists in this session (a tab, a process, a column) is for the screen to check, which shows its first one instead. Pure.
 */
import { RECENT_KINDS, RECENT_STATES } from '../../shared/analysis/recent-filter.ts';
import { escapeText, unescapeText } from '../../shared/base/escape-text.ts';
import type { TimeWindow } from '../../shared/base/units.ts';
import type { DiffWidth } from '../../shared/charts/flame-layout.ts';
import { OUTCOMES, type Outcome } from '../../shared/load/request-selection.ts';
import { GRID_MEASURES, type GridMeasure } from '../../shared/model/comparison/grid.ts';
import { GROUPINGS } from '../../shared/model/profile/groupings.ts';
import { WORKER_THREADS } from '../../shared/model/profile/profile.ts';
import { TIME_BASES } from '../../shared/model/profile/time-base.ts';
import type { FrameKind } from '../../shared/model/report.ts';
import { WHICH_REQUESTS, type WhichRequests } from '../../shared/model/request-filter.ts';
import { PROFILE_KINDS } from '../../shared/model/setup/captures.ts';
import { WAIT_KINDS } from '../../shared/model/waits.ts';
import { FOLDABLE_KINDS, type Fold, type FunctionName } from '../../shared/profile/tree/folds.ts';
import { parseFolds, printFolds } from '../../shared/profile/tree/folds-codec.ts';
import type { FlameZoom } from '../flame/flame-frames.ts';
import type { TimeSpan } from '../flame-chart/chart-view.ts';
import type { Sort } from '../ui/table/table-sort.ts';
import { parseZoom, printZoom } from './zoom-codec.ts';

/** One thing in the address. Texts are as they stand there: safe characters, without `&`, at most MOST_CHARACTERS. */
export interface ViewKey<T> {
  /** Not written to the address. */
  readonly initial: T;
  /** Null: not a value of this key. */
  readonly parse: (text: string) => T | null;
  /** Empty: like `initial`. */
  readonly print: (value: T) => string;
  /** A change of it is a step that Back undoes; otherwise it only updates the address. */
  readonly isStep: boolean;
}

/** What anyone types or chooses is far below; a longer text is neither read nor written. */
const MOST_CHARACTERS = 12_000;
const MOST_SEARCHED = 500;
const MOST_LISTED = 50;

const step = <T>(key: Omit<ViewKey<T>, 'isStep'>): ViewKey<T> => ({ ...key, isStep: true });
const quiet = <T>(key: Omit<ViewKey<T>, 'isStep'>): ViewKey<T> => ({ ...key, isStep: false });

/** Name of something on a screen, such as a tab or a column; null: the first one. */
const name = {
  initial: null,
  parse: (text: string) => (/^[a-z][a-z-]{0,39}$/i.test(text) ? text : null),
  print: (value: string | null) => value ?? '',
};

/** Something typed. */
const words = {
  initial: '',
  parse: (text: string) => {
    const typed = unescapeText(text);
    return typed === null || typed.length > MOST_SEARCHED ? null : typed;
  },
  print: (value: string) => (value.length > MOST_SEARCHED ? '' : escapeText(value)),
};

function oneOf<const V extends string>(values: readonly V[]) {
  return {
    initial: values[0]!,
    parse: (text: string) => values.find((value) => value === text) ?? null,
    print: (value: V) => value,
  };
}

function listOf<const V extends string>(values: readonly V[]) {
  return {
    initial: [] as readonly V[],
    parse: (text: string): readonly V[] | null => {
      const listed = text.split(',', MOST_LISTED);
      return values.filter((value) => listed.includes(value));
    },
    print: (chosen: readonly V[]) => chosen.join(','),
  };
}

/** All threads but the main one. */
const WORKERS = 'workers';
/** Null: no number is chosen. */
const integer = {
  initial: null,
  parse: (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : null),
  print: (value: number | null) => (value === null ? '' : String(value)),
};

const threadNumber = {
  initial: null,
  parse: (text: string) => (text === WORKERS ? WORKER_THREADS : integer.parse(text)),
  print: (value: number | null) => (value === WORKER_THREADS ? WORKERS : integer.print(value)),
};

/** Positive. Null: none is chosen. */
const amount = {
  initial: null,
  parse: (text: string) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0 ? Number(text) : null),
  print: (value: number | null) => (value === null ? '' : shortNumber(value)),
};

/** A group of responses, a kind of failure, or a status. */
const outcome = {
  initial: 'all' as const,
  parse: (text: string): Outcome | null => (/^[1-9]\d\d$/.test(text) ? Number(text) : (OUTCOMES.find((one) => one === text) ?? null)),
  print: String,
};

/** Of a comparison, counted from 0; in the address as on the screen. */
const round = {
  initial: null,
  parse: (text: string): number | 'profiled' | null => {
    if (text === 'profiled') return text;
    return /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : null;
  },
  print: (value: number | 'profiled' | null) => (typeof value === 'number' ? String(value + 1) : (value ?? '')),
};

const SPAN = /^(-?\d{1,15}(?:\.\d{1,6})?)\.\.(-?\d{1,15}(?:\.\d{1,6})?)$/;

/** Two numbers in order; null: everything. */
function span<T>(make: (from: number, to: number) => T, endsOf: (value: T) => readonly [number, number]) {
  return {
    initial: null,
    parse: (text: string): T | null => {
      const [, from, to] = SPAN.exec(text) ?? [];
      return from === undefined || Number(from) >= Number(to) ? null : make(Number(from), Number(to));
    },
    print: (value: T | null) => (value === null ? '' : endsOf(value).map(shortNumber).join('..')),
  };
}

/** Descending with a minus: `-self`. Null: the order a table has at first. */
const order = {
  initial: null,
  parse: (text: string): Sort | null => {
    const column = name.parse(text.replace(/^-/, ''));
    return column === null ? null : { column, descending: text.startsWith('-') };
  },
  print: (sort: Sort | null) => (sort === null ? '' : `${sort.descending ? '-' : ''}${sort.column}`),
};

/** Null: all of it. */
const zoom = { initial: null, parse: parseZoom, print: (shown: FlameZoom | null) => (shown === null ? '' : printZoom(shown)) };

/** As in the folds, without how. */
const around = {
  initial: null,
  parse: (text: string): FunctionName | null => {
    const [fold] = parseFolds(`function,${text}`) ?? [];
    return fold === undefined || fold.how === 'mine' ? null : { function: fold.function, url: fold.url, line: fold.line };
  },
  print: (of: FunctionName | null) => (of === null ? '' : printFolds([{ how: 'function', ...of }]).slice('function,'.length)),
};

const KEYS = {
  tab: step<string | null>(name),
  round: quiet<number | 'profiled' | null>(round),
  /** Of several variants: the one that A is compared with, counted from A. */
  against: quiet<number | null>(integer),
  /** The window of the time charts, ms. */
  window: step(
    span<TimeWindow>(
      (fromMs, toMs) => ({ fromMs, toMs }),
      ({ fromMs, toMs }) => [fromMs, toMs],
    ),
  ),
  zoom: step<FlameZoom | null>(zoom),
  /** Of the flame graph of ticks. */
  tickZoom: step<FlameZoom | null>(zoom),
  /** The part of the time that the flame chart shows, µs. */
  chart: quiet(
    span<TimeSpan>(
      (from, to) => ({ from, to }),
      ({ from, to }) => [from, to],
    ),
  ),
  pid: quiet<number | null>(integer),
  /** Of a process; of a file with several profiles: which of them. */
  thread: quiet<number | null>(threadNumber),
  /** Kinds of frames that are folded into their callers. */
  hide: quiet(listOf<FrameKind>(FOLDABLE_KINDS)),
  /** What else is folded away of call trees. */
  folds: step<readonly Fold[]>({ initial: [], parse: parseFolds, print: printFolds }),
  base: quiet(oneOf(TIME_BASES)),
  /** What the profile is of, where the run has several. */
  profile: quiet(oneOf(['first', ...PROFILE_KINDS])),
  /** Of the run itself, or of the pass without inlining. */
  frames: quiet(oneOf(['inlined', 'exact'])),
  /** Only samples that were taken in requests of this route; empty: of any. And which of these. */
  route: quiet(words),
  which: quiet<WhichRequests>(oneOf(WHICH_REQUESTS)),
  /** The flame graph and the flame chart, or the same as a table. */
  flameAs: quiet(oneOf(['graph', 'tree'])),
  chartAs: quiet(oneOf(['chart', 'table'])),
  /** The flame graph from the root down, the widest left, or from the functions with self time up. */
  flameFrom: quiet(oneOf(['root', 'leaves'])),
  /** The function whose callers and callees are shown; null: none. */
  around: step<FunctionName | null>(around),
  /** The function of which is shown when it ran; null: none. */
  moments: step<FunctionName | null>(around),
  /** Latency over time: its percentiles, or all responses. */
  latencyAs: quiet(oneOf(['percentiles', 'density'])),
  /** Of percentiles, how well the responses fix each. */
  intervals: quiet(oneOf(['hidden', 'shown'])),
  /** Two call trees: as one, or beside each other. */
  pairAs: quiet(oneOf(['difference', 'side'])),
  pairWidth: quiet<DiffWidth>(oneOf(['both', 'a', 'b'])),
  /** Searched for in the frames. */
  q: quiet(words),
  /** The functions that are listed. */
  filter: quiet(words),
  sort: quiet<Sort | null>(order),
  /** What the table of time has a row for. */
  timeBy: quiet(oneOf(['function', ...GROUPINGS])),
  /** The file whose lines are shown, by its address; empty: all files. And the line that was gone to. */
  file: step(words),
  line: quiet<number | null>(integer),
  /** The requests that are listed: how they ended, slower and faster than so many ms, of a phase or level, the page of them; or only the slowest. */
  outcome: quiet<Outcome>(outcome),
  slower: quiet<number | null>(amount),
  faster: quiet<number | null>(amount),
  phase: quiet<number | null>(integer),
  /** Which request of a plan, from 0. */
  planned: quiet<number | null>(integer),
  page: quiet<number | null>(integer),
  requestsAs: quiet(oneOf(['all', 'slowest'])),
  requestSort: quiet<Sort | null>(order),
  /** The one of them that is chosen: which of the run. */
  chosen: quiet<number | null>(integer),
  /** What is waited for, of which the longest waits are listed: its kind, its address and its name; and which of these is chosen, from the longest. */
  waitKind: quiet(oneOf(['none', ...WAIT_KINDS])),
  peer: quiet(words),
  statement: quiet(words),
  waiter: quiet<number | null>(integer),
  /** The figure of which the cells of a grid are shown side by side. */
  measure: quiet<GridMeasure>(oneOf(GRID_MEASURES)),
  /** Set-up: the session that it was filled in from, and the field to begin at. */
  setupOf: quiet(words),
  field: quiet(words),
  /** The recent sessions that are listed. */
  kind: quiet(oneOf(['all', ...RECENT_KINDS])),
  state: quiet(oneOf(['all', ...RECENT_STATES])),
};

export type ViewName = keyof typeof KEYS;
export type ViewState = { readonly [N in ViewName]: (typeof KEYS)[N] extends ViewKey<infer T> ? T : never };

export const VIEW_NAMES = Object.keys(KEYS) as readonly ViewName[];

function keyOf<N extends ViewName>(view: N): ViewKey<ViewState[N]> {
  return KEYS[view] as unknown as ViewKey<ViewState[N]>;
}

export const NO_VIEW = Object.fromEntries(VIEW_NAMES.map((view) => [view, keyOf(view).initial])) as unknown as ViewState;

export function isStep(view: ViewName): boolean {
  return keyOf(view).isStep;
}

/** `query`: what is behind the question mark. Values that are as in `known` are taken from it, so that only what has changed is drawn again. */
export function parseView(query: string, known: ViewState = NO_VIEW): ViewState {
  const texts = new Map<string, string>();
  for (const part of query.split('&', 2 * VIEW_NAMES.length)) {
    const at = part.indexOf('=');
    if (at > 0 && !texts.has(part.slice(0, at))) texts.set(part.slice(0, at), part.slice(at + 1));
  }
  const parse = <N extends ViewName>(view: N): ViewState[N] => {
    const { initial, parse: read } = keyOf(view);
    const text = texts.get(view) ?? '';
    const value = text === '' || text.length > MOST_CHARACTERS ? initial : (read(text) ?? initial);
    return printOne(view, value) === printOne(view, known[view]) ? known[view] : value;
  };
  return Object.fromEntries(VIEW_NAMES.map((view) => [view, parse(view)])) as unknown as ViewState;
}

/** Empty: everything is as it is at first. */
export function printView(state: ViewState): string {
  return VIEW_NAMES.map((view) => [view, printOne(view, state[view])] as const)
    .filter(([, text]) => text !== '')
    .map(([view, text]) => `${view}=${text}`)
    .join('&');
}

function printOne<N extends ViewName>(view: N, value: ViewState[N]): string {
  const { initial, print } = keyOf(view);
  const text = print(value);
  return text === print(initial) || text.length > MOST_CHARACTERS ? '' : text;
}

/** Without the zeros and digits that nobody reads. */
function shortNumber(value: number): string {
  return String(Number(value.toFixed(6)));
}
