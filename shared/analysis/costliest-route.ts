/** Which route the CPU time is for, where requests of one take much more than those of another, so that an average over all is of none. */
import type { Milliseconds } from '../base/units.ts';
import type { RouteFigures, RunReport } from '../model/report.ts';

export interface CostliestRoute {
  readonly route: string;
  /** Of its requests, on average. */
  readonly eachMs: Milliseconds;
  /** Whether that is CPU time; otherwise time on the main thread. */
  readonly isCpuTime: boolean;
  readonly others: number;
  /** Of requests to one of the others, on average: so much at most. */
  readonly othersMs: Milliseconds;
}

/** Twice as much is a difference that nobody wants to see averaged. */
const DIFFERS_FROM = 2;
/** Of fewer requests a mean may be that of a warm-up. */
const NEEDED_REQUESTS = 5;

/** The route with the most CPU time. Null: it is not known by route, or the routes are much alike. */
export function findCostliestRoute({ routes }: Pick<RunReport, 'routes'>): CostliestRoute | null {
  if (routes?.cpu == null) return null;
  const [most, ...others] = routes.routes.filter(({ cpuMs }) => cpuMs?.mean != null);
  if (most === undefined || others.length === 0) return null;
  const means = [most, ...others].filter(({ requests }) => requests >= NEEDED_REQUESTS).map(meanOf);
  if (means.length < 2 || Math.max(...means) < DIFFERS_FROM * Math.min(...means)) return null;
  return {
    route: most.route,
    eachMs: meanOf(most),
    isCpuTime: routes.isCpuTime === true,
    others: others.length,
    othersMs: Math.max(...others.map(meanOf)),
  };
}

function meanOf({ cpuMs }: RouteFigures): Milliseconds {
  return cpuMs?.mean ?? 0;
}
