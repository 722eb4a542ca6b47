/**
 * Where more connections bring no more throughput, in a sweep of connections, and how many requests are served at a time. By Little's law
 *
 *   at a time = throughput on the plateau x the time of a request that meets nobody
 *
 * The second factor is measured with one connection. It says so only if the levels below the knee serve as many as that leads to expect: a server
 * whose responses take longer the more there are has no fixed number.
 *
 *   responses/s │        ______        knee: the first level from which on none reaches more
 *               │      /
 *               │    /
 *               └──────────────► connections
 */
import { median } from '../base/statistics/statistics.ts';
import type { Milliseconds, PerSecond, Ratio } from '../base/units.ts';
import { errorsOf } from '../load/judge-level.ts';
import type { LevelFigures, RunReport } from '../model/report.ts';

export interface Knee {
  readonly connections: number;
  /** On the plateau, the median of its levels. */
  readonly perSecond: PerSecond;
  /** The median time of a request with one connection; null: that was not measured. */
  readonly aloneMs: Milliseconds | null;
  /** How many requests are served at a time; null: the levels do not decide it. */
  readonly atATime: number | null;
}

/** Levels of a few seconds of a steady server differ by less. */
const FLAT_WITHIN: Ratio = 0.15;
/** Fewer requests in a level say nothing of its throughput. */
const FEWEST = 30;
/** The plateau reaches so many times the connections of the knee: a knee at the last level but one may go on to rise. */
const SEEN_UP_TO = 2;
/** From a whole number: further off it may be the one or the other. Of large numbers a share, which "about" stands for. */
const FROM_WHOLE = 0.25;
/** What levels below the knee reach of what is expected of them. */
const LINEAR_FROM: Ratio = 0.8;

/** Far more are a test of the machine. */
const MOST_CONNECTIONS = 4_096;

type OfConnections = Extract<LevelFigures, { readonly connections: number }>;

/** Of a sweep without a knee: what its last level says, and which sweep goes further. */
export interface NoKnee {
  /** `rose`: throughput did so at the last level. `few`: it did not, but the levels end too soon to tell whether it stays. */
  readonly how: 'rose' | 'few';
  readonly connections: number;
  /** At the last level. */
  readonly perSecond: PerSecond;
  /** One connection, the last ones, and beyond; empty: no level has so many connections. */
  readonly levels: readonly number[];
}

type Swept = Pick<RunReport, 'levels' | 'load' | 'window'>;

/** Null: it is no such sweep, requests went wrong, or throughput still rose at its end. */
export function findKnee(run: Swept): Knee | null {
  const rising = risingLevels(run);
  if (rising === null || rising.some(isFew)) return null;
  const at = rising.findIndex((_, nth) => isFlat(rising.slice(nth)));
  const [knee, last] = [rising[at], rising.at(-1)!];
  if (knee === undefined || at > rising.length - 2 || last.connections < SEEN_UP_TO * knee.connections) return null;
  const perSecond = median(rising.slice(at).map(({ throughput }) => throughput));
  const alone = rising[0]!.connections === 1 ? (rising[0]!.latencyMs?.percentiles['50'] ?? null) : null;
  return { connections: knee.connections, perSecond, aloneMs: alone, atATime: alone === null ? null : atATime(rising, perSecond, alone) };
}

/** Null: there is a knee, throughput fell, or it is no such sweep. */
export function findNoKnee(run: Swept): NoKnee | null {
  const rising = risingLevels(run);
  if (rising === null || rising.slice(-2).some(isFew) || findKnee(run) !== null) return null;
  const [last, before] = [rising.at(-1)!, rising.slice(0, -1)];
  const how = last.throughput > (1 + FLAT_WITHIN) * Math.max(...before.map(({ throughput }) => throughput)) ? 'rose' : 'few';
  if (how === 'few' && !isFlat(rising.slice(-2))) return null;
  const { connections, throughput: perSecond } = last;
  const beyond = [connections, 2 * connections, 4 * connections];
  return { how, connections, perSecond, levels: beyond.every((level) => level <= MOST_CONNECTIONS) ? [1, ...beyond] : [] };
}

/** Levels of connections, the fewest first. Null: it is no sweep of at least three, or requests went wrong. */
function risingLevels({ levels, load, window }: Swept): readonly OfConnections[] | null {
  if (window !== null || load.plan !== undefined || load.pipelining > 1) return null;
  const own = levels.filter((level): level is OfConnections => 'connections' in level && level.repeatOf === undefined);
  const rising = [...own].sort((a, b) => a.connections - b.connections);
  if (rising.length < 3 || rising.some((level) => errorsOf(level) > 0)) return null;
  return rising;
}

function isFew({ requests }: OfConnections): boolean {
  return requests.completed < FEWEST;
}

function isFlat(levels: readonly OfConnections[]): boolean {
  const all = levels.map(({ throughput }) => throughput);
  return Math.max(...all) <= (1 + FLAT_WITHIN) * Math.min(...all);
}

/** Null: it is no whole number, or levels below it do not serve as many requests as they have connections. */
function atATime(levels: readonly OfConnections[], perSecond: PerSecond, aloneMs: Milliseconds): number | null {
  const exact = (perSecond * aloneMs) / 1e3;
  const whole = Math.round(exact);
  if (whole < 1 || Math.abs(exact - whole) > FROM_WHOLE) return null;
  const isLinear = levels.every(({ connections, throughput }) => {
    const expected = (Math.min(connections, whole) * 1e3) / aloneMs;
    return throughput >= LINEAR_FROM * expected;
  });
  return isLinear ? whole : null;
}
