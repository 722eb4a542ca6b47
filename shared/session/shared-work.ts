/**
 * Which routes asked for work that several requests share. Told by who continues after it; where several requests continue at once (a connection that
 * pipelines), each is taken to have asked for as much as its route does on average, found by expectation: the means are computed from the parts and
 * the parts from the means, in turn.
 */
import type { Percent, Ratio } from '../base/units.ts';
import type { SharedExchanges } from '../model/served.ts';

/** Fewer say nothing about shares. */
export const FEWEST_COMPLETIONS = 50;
/** Against PostgreSQL, MariaDB and Redis the estimate was off by up to 6 points: more digits would promise what is not known. */
export const ROUNDED_TO: Percent = 5;
/** Of the work; below it, the estimate is mostly of what could not be observed. */
const LEAST_ALONE: Percent = 50;
/**
 * Callbacks after which several routes continue, by what each takes after a callback of its own. Together they take less, since a callback has a cost of
 * its own (ioredis: 0.55 to 0.7). Where they take much less (node-redis: 0.35 to 0.45), replies are read in pieces: a callback in which a short reply ends
 * begins to read the long one behind it, which then counts for the short one, by up to 20 points.
 */
const LEAST_TOGETHER: Ratio = 0.5;
const TURNS = 60;

/** By place of the route; rounded. What no request asked for is missing from 100. Null: it cannot be told. */
export function sharesAsked(exchanges: readonly SharedExchanges[]): ReadonlyMap<number, Percent> | null {
  const completions = exchanges.reduce((sum, { count, routes }) => sum + count * Math.max(routes.length, 1), 0);
  const total = sumOf(exchanges);
  if (completions < FEWEST_COMPLETIONS || total === 0) return null;
  const alone = sumOf(exchanges.filter(isOfOne));
  if ((100 * alone) / total < LEAST_ALONE || (togetherOverAlone(exchanges) ?? 1) < LEAST_TOGETHER) return null;
  return rounded(partsOf(exchanges), total);
}

function isOfOne({ routes }: SharedExchanges): boolean {
  return new Set(routes).size <= 1;
}

/** Null: none continue together of which each is known alone. */
function togetherOverAlone(exchanges: readonly SharedExchanges[]): Ratio | null {
  const alone = new Map<number, { us: number; count: number }>();
  for (const { routes, us, count } of exchanges) {
    const [route] = routes;
    if (route === undefined || routes.length > 1) continue;
    const before = alone.get(route) ?? { us: 0, count: 0 };
    alone.set(route, { us: before.us + us, count: before.count + count });
  }
  const together = exchanges.filter((one) => !isOfOne(one) && one.routes.every((route) => alone.has(route)));
  const meanOf = (route: number) => alone.get(route)!.us / alone.get(route)!.count;
  const expected = together.reduce((sum, { routes, count }) => sum + count * routes.reduce((all, route) => all + meanOf(route), 0), 0);
  return expected === 0 ? null : sumOf(together) / expected;
}

function sumOf(exchanges: readonly SharedExchanges[]): number {
  return exchanges.reduce((sum, { us }) => sum + us, 0);
}

/** Nobody, as a route. */
const NOBODY = -1;

function partsOf(exchanges: readonly SharedExchanges[]): Map<number, number> {
  const all = exchanges.map(({ count, us, routes }) => ({ count, us, routes: routes.length === 0 ? [NOBODY] : routes }));
  const times = new Map<number, number>();
  for (const { count, routes } of all) for (const route of routes) times.set(route, (times.get(route) ?? 0) + count);
  let means = new Map([...times.keys()].map((route) => [route, 1]));
  let parts = new Map<number, number>();
  for (let turn = 0; turn < TURNS; turn++) {
    parts = new Map([...times.keys()].map((route) => [route, 0]));
    for (const { us, routes } of all) {
      const expected = routes.reduce((sum, route) => sum + means.get(route)!, 0);
      for (const route of routes)
        parts.set(route, parts.get(route)! + (expected === 0 ? us / routes.length : (us * means.get(route)!) / expected));
    }
    means = new Map([...parts].map(([route, us]) => [route, us / times.get(route)!]));
  }
  return parts;
}

/** To whole steps that add up to 100: the largest remainders are rounded up. */
function rounded(parts: ReadonlyMap<number, number>, total: number): Map<number, Percent> {
  const steps = [...parts].map(([route, us]) => ({ route, exact: (us / total) * (100 / ROUNDED_TO) }));
  const byRemainder = [...steps].sort((a, b) => (b.exact % 1) - (a.exact % 1) || b.exact - a.exact);
  const missing = Math.round(100 / ROUNDED_TO - steps.reduce((sum, { exact }) => sum + Math.floor(exact), 0));
  const raised = new Set(byRemainder.slice(0, missing));
  return new Map(
    steps
      .map((step): [number, Percent] => [step.route, ROUNDED_TO * (Math.floor(step.exact) + (raised.has(step) ? 1 : 0))])
      .filter(([route, percent]) => route !== NOBODY && percent > 0)
      .sort(([, a], [, b]) => b - a),
  );
}
