/** Where requests of one route take much more CPU time than those of another, so that an average over all is of none; and which is the costliest. */
import type { Milliseconds } from '../base/units.ts';
import type { MeasuredDistribution } from '../model/distribution.ts';
import type { RouteFigures, RunReport } from '../model/report.ts';

export interface CostliestRoute {
  readonly route: Pick<RouteFigures, 'route' | 'member'>;
  /** Of its requests, on average, whatever their status. */
  readonly eachMs: Milliseconds;
  /** Whether that is CPU time; otherwise time on the main thread. */
  readonly isCpuTime: boolean;
  /** Some of its requests had a status of 400 and above, and others had not. */
  readonly isMixed: boolean;
  readonly others: number;
  /** One of them. */
  readonly other: Pick<RouteFigures, 'route' | 'member'>;
  /** Of requests to one of the others, on average: so much at most. */
  readonly othersMs: Milliseconds;
}

/** Twice as much is a difference that nobody wants to see averaged. */
const DIFFERS_FROM = 2;
/** Of fewer requests a mean may be that of a warm-up. */
const NEEDED_REQUESTS = 5;

/** Of so many standard errors: routes are many, and one of them is always the first by chance. */
const BEYOND_CHANCE = 3;

/** Whether requests of one route take much more than those of another. False: or it is not known. */
export function differByRoute({ routes }: Pick<RunReport, 'routes'>): boolean {
  if (routes?.cpu == null) return false;
  const means = knownOf(routes).flatMap(({ requests, cpuMs }) => (requests >= NEEDED_REQUESTS ? cpuMs.mean : []));
  return means.length >= 2 && Math.max(...means) >= DIFFERS_FROM * Math.min(...means);
}

/** The route with the most CPU time, where routes differ and a request of it takes more than one of any other. Null: that is not so, or not certain. */
export function findCostliestRoute({ routes, requests }: Pick<RunReport, 'routes' | 'requests'>): CostliestRoute | null {
  if (routes == null || !differByRoute({ routes }) || countsTwice({ routes, requests })) return null;
  const [most, ...others] = knownOf(routes);
  if (most === undefined || most.requests < NEEDED_REQUESTS || !others.every((other) => isCostlier(most, other))) return null;
  return {
    route: most,
    eachMs: most.cpuMs.mean,
    isCpuTime: routes.isCpuTime === true,
    isMixed: most.failed > 0 && most.failed < most.requests,
    others: others.length,
    other: others[0]!,
    othersMs: Math.max(...others.map(({ cpuMs }) => cpuMs.mean)),
  };
}

/** What a server reads a moment after the load has ended, or a client sends besides, is less. */
const MANY_MORE = 1.1;

/** Whether far more requests ended in processes than the load sent, with nothing that tells the processes apart: one passes requests on to another. */
export function countsTwice({ routes, requests }: Pick<RunReport, 'routes' | 'requests'>): boolean {
  if (routes == null || (routes.processes ?? 1) < 2 || routes.routes.some(({ member }) => member !== undefined)) return false;
  return routes.routes.reduce((sum, one) => sum + one.requests, 0) > MANY_MORE * requests.sent && requests.sent > 0;
}

type KnownRoute = RouteFigures & { readonly cpuMs: MeasuredDistribution };

function knownOf({ routes }: NonNullable<RunReport['routes']>): KnownRoute[] {
  return routes.filter((route): route is KnownRoute => route.cpuMs !== null);
}

/** Beyond chance; of a few requests, whose spread is not known, by much. */
function isCostlier({ cpuMs: one }: KnownRoute, { requests, cpuMs: other }: KnownRoute): boolean {
  if (requests < NEEDED_REQUESTS) return one.mean >= DIFFERS_FROM * other.mean;
  const errorMs = Math.hypot(one.stdev / Math.sqrt(one.count), other.stdev / Math.sqrt(other.count));
  return one.mean - other.mean > BEYOND_CHANCE * errorMs;
}
