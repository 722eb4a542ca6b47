/** Kind of client -> how it is made. */
import { pathToFileURL } from 'node:url';
import { connectionsOf } from '../../../shared/model/load-models.ts';
import { AUTOCANNON_FILE } from '../machine/paths.ts';
import { AutocannonClient } from './autocannon-client.ts';
import type { MakeClient } from './client.ts';
import type { Exchange } from './connection.ts';
import { type ClientPlan, LoadClient } from './load-client.ts';
import type { LoadShare } from './load-shares.ts';
import type { LoadOrder } from './protocol.ts';
import { sourceOf } from './sources.ts';

/** The client of the measured phase. What it is made of is loaded now, not at time 0. */
export async function clientFor(order: LoadOrder, exchange: Exchange): Promise<MakeClient> {
  if (order.plan.client.kind === 'loopscope') return (events) => new LoadClient(measuredPhase(order, exchange), events);
  const { startAutocannon } = (await import(pathToFileURL(AUTOCANNON_FILE).href)) as typeof import('./autocannon.ts');
  return (events) => new AutocannonClient(order, exchange, startAutocannon, events);
}

function measuredPhase({ plan, part, firstConnection }: LoadShare, exchange: Exchange): ClientPlan {
  const { end } = plan.load;
  const requests = end.by === 'amount' ? end.requests : Infinity;
  const duration = end.by === 'duration' ? end.seconds * 1e6 : Infinity;
  const connections = Math.min(connectionsOf(plan.load), requests);
  return {
    exchange,
    source: sourceOf(plan.load, requests, part),
    connections,
    opens: 'ahead',
    firstConnection,
    duration,
    atDeadline: 'cut',
  };
}
