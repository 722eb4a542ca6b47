/** What a response of the route that most time goes to is made of, where waiting is a good part of it. */
import { mainRoute } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Milliseconds, Ratio } from '../../../base/units.ts';
import { formatMs } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import type { TimePart } from '../../../model/time-parts.ts';
import { tellTimePart } from '../../../phrases/time-part.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface RouteWaits {
  readonly kind: 'route-waits';
  readonly route: string;
  readonly ms: Milliseconds;
  /** The longest first. */
  readonly parts: readonly TimePart[];
}

/** Of a response: less waiting is not what its time goes to. */
const WAITING_FROM: Ratio = 0.25;
/** Less of a response is not worth a word, and more parts are not read. */
const TOLD_FROM: Ratio = 0.1;
const MOST_TOLD = 3;

const isWaiting = ({ part }: TimePart): boolean => part === 'inLine' || part === 'inProgress';

function findRouteWaits(run: RunReport): RouteWaits | null {
  const route = mainRoute(run);
  const ms = route?.serverMs?.mean ?? 0;
  if (route === null || route.parts === null || ms === 0) return null;
  const waitedMs = route.parts.filter(isWaiting).reduce((sum, { meanMs }) => sum + meanMs, 0);
  if (waitedMs < WAITING_FROM * ms) return null;
  const parts = [...route.parts].sort((a, b) => b.meanMs - a.meanMs).filter(({ meanMs }) => meanMs >= TOLD_FROM * ms);
  return { kind: 'route-waits', route: route.route, ms, parts: parts.slice(0, MOST_TOLD) };
}

export const routeWaits: Rule<RunReport, RouteWaits> = {
  id: 'route-waits',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['route-waits'],
  // It names what they can only say is something else.
  silences: ['idle', 'little-work', 'waiting-unsaid', 'workers-blocked'],
  find: findRouteWaits,
  says: ({ route, ms, parts }) =>
    text('run.answer.routeWaits', {
      route: showHidden(route),
      time: formatMs(ms),
      parts: parts.map(tellTimePart).join(text('run.waiting.comma')),
    }),
};
