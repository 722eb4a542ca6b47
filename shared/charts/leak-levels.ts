/** What was alive after each round of a search for a leak, against the requests of the rounds until then. Pure. */
import { levelOf, requestsUntil } from '../analysis/leak/series.ts';
import type { LeakReport, LeakRoundKind } from '../model/leak.ts';
import { placeLabels } from './place-labels.ts';
import { type Frame, fittedScale, niceStep, type Scale, tickDigits } from './scales.ts';

export const LEAK_LINES = ['heap', 'outside'] as const;
export type LeakLineKey = (typeof LEAK_LINES)[number];

export interface LeakDot {
  readonly x: number;
  readonly y: number;
  readonly kind: LeakRoundKind;
}

export interface LeakLine {
  readonly key: LeakLineKey;
  readonly dots: readonly LeakDot[];
  readonly labelY: number;
}

export interface LeakLayout {
  /** Of megabytes. */
  readonly y: Scale;
  readonly digits: number;
  /** Of all threads together. */
  readonly lines: readonly LeakLine[];
  readonly ticks: readonly { readonly requests: number; readonly x: number }[];
  /** Until here rounds are not judged. */
  readonly settledX: number;
  /** Of the round after the rest; null: there is none yet. */
  readonly restX: number | null;
}

const BYTES_PER_MB = 1e6;
/** Between the last judged round and the one after the rest, px: a time without requests has no length on this axis. */
const REST_ROOM = 72;
/** Height of the name of a line, px. */
const NAME_ROW = 13;
/** About as many labels below the axis. */
const TICKS = 8;

/** The axis has room for the rounds that are planned from the start, so that dots do not move while rounds are added. */
export function layoutLeak({ plan, rounds }: Pick<LeakReport, 'plan' | 'rounds'>, frame: Frame): LeakLayout {
  const { width, height, left, right, top, bottom } = frame;
  const until = requestsUntil(rounds);
  const rest = rounds.findIndex(({ kind }) => kind === 'rest');
  const ofRounds = rest < 0 ? until : until.slice(0, rest);
  const planned = (plan.settle + plan.judge) * (plan.perRound ?? 0);
  const most = Math.max(1, ofRounds.at(-1) ?? 0, rest < 0 ? planned : 0);
  const end = width - right - (rest < 0 ? 0 : REST_ROOM);
  const x = (requests: number): number => left + (requests / most) * (end - left);
  const xs = until.map((requests, at) => (at === rest ? width - right : x(requests)));
  const levels = LEAK_LINES.map((key) => ({ key, mb: rounds.map(({ threads }) => levelOf(threads, key) / BYTES_PER_MB) }));
  const y = fittedScale(Math.max(0, ...levels.flatMap(({ mb }) => mb)), height - bottom, top);
  const lines = levels.map(({ key, mb }) => ({
    key,
    dots: mb.map((level, at): LeakDot => ({ x: xs[at]!, y: y.at(level), kind: rounds[at]!.kind })),
  }));
  const names = placeLabels(
    lines.map(({ dots }) => dots.at(-1)?.y ?? height - bottom),
    { row: NAME_ROW, top, bottom: height - bottom },
  );
  const step = niceStep(most, TICKS);
  return {
    y,
    digits: Math.max(...y.ticks.map(tickDigits)),
    lines: lines.map((line, at) => ({ ...line, labelY: names[at]! })),
    ticks: Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, nth) => ({ requests: nth * step, x: x(nth * step) })),
    settledX: x(Math.min(most, until[plan.settle - 1] ?? plan.settle * (plan.perRound ?? 0))),
    restX: rest < 0 ? null : xs[rest]!,
  };
}
