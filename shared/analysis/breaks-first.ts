/** Which request of a plan breaks first as the levels of a sweep get higher: the first that goes wrong, and the one that slows down most. */
import type { Milliseconds, Percent, PerSecond } from '../base/units.ts';
import { isWeak } from '../load/distribution.ts';
import { errorsOf, levelOf } from '../load/judge-level.ts';
import type { LevelBracket, LevelFigures, LevelRequest, RunReport } from '../model/report.ts';

/** The lowest level at which requests went wrong, and that of which the largest share did. */
export interface FirstWrong {
  readonly of: LevelBracket['of'];
  readonly level: number;
  readonly request: string;
  readonly percent: Percent;
}

/**
 * At the lowest rate that did not get responses as fast as requests arrived, the request whose median has grown most since the lowest rate; only if it has
 * grown beyond what chance does to medians of so few.
 */
export interface SlowedMost {
  readonly request: string;
  readonly rate: PerSecond;
  readonly medianMs: Milliseconds;
  readonly lowestRate: PerSecond;
  readonly lowestMs: Milliseconds;
}

type Swept = Pick<RunReport, 'levels' | 'bracket'>;

/** Null: nothing went wrong, or there are no figures by request. */
export function findFirstWrong({ levels, bracket }: Swept): FirstWrong | null {
  const failedAt = bracket?.failedAt ?? null;
  if (bracket == null || failedAt === null) return null;
  const shares = requestsAt(levels, failedAt).map(({ name, requests }) => {
    const came = requests.sent + requests.dropped;
    return { request: name, percent: came === 0 ? 0 : (100 * errorsOf({ requests })) / came };
  });
  const first = highest(shares, ({ percent }) => percent);
  return first === null ? null : { of: bracket.of, level: failedAt, ...first };
}

/** Null: it kept up with all rates or with none, whether it did is not known, or there are too few responses. */
export function findSlowedMost({ levels, bracket }: Swept): SlowedMost | null {
  const pace = bracket?.pace;
  const rate = pace?.sentLate ? null : (pace?.broke ?? null);
  const lowestRate = Math.min(...levels.map(levelOf));
  if (rate === null || rate === lowestRate) return null;
  const before = new Map(requestsAt(levels, lowestRate).map((one) => [one.name, medianOf(one)]));
  const grown = requestsAt(levels, rate).flatMap((one) => {
    const [after, lowest] = [medianOf(one), before.get(one.name) ?? null];
    if (after === null || lowest === null || after.ms - after.notch <= lowest.ms + lowest.notch) return [];
    return [{ request: one.name, rate, medianMs: after.ms, lowestRate, lowestMs: lowest.ms }];
  });
  return highest(grown, ({ medianMs, lowestMs }) => medianMs - lowestMs);
}

function requestsAt(levels: readonly LevelFigures[], level: number): readonly LevelRequest[] {
  return levels.find((one) => levelOf(one) === level)?.byRequest ?? [];
}

/** Of the quartiles' distance, by the root of n: where the notches of two medians do not overlap, they differ (McGill, Tukey and Larsen 1978). */
const NOTCH = 1.57;

function medianOf({ latencyMs }: LevelRequest): { readonly ms: Milliseconds; readonly notch: Milliseconds } | null {
  if (latencyMs === null || isWeak(50, latencyMs.count)) return null;
  const { '25': low, '50': ms, '75': high } = latencyMs.percentiles;
  return low == null || ms == null || high == null ? null : { ms, notch: (NOTCH * (high - low)) / Math.sqrt(latencyMs.count) };
}

/** Null: none is above zero. */
function highest<T>(all: readonly T[], of: (one: T) => number): T | null {
  return all.reduce<T | null>((best, one) => (of(one) > (best === null ? 0 : of(best)) ? one : best), null);
}
