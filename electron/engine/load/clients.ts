/** Kind of client -> how it is made. */
import { pathToFileURL } from 'node:url';
import { AUTOCANNON_FILE } from '../machine/paths.ts';
import { AutocannonClient } from './autocannon-client.ts';
import type { Client, ClientEvents, MakeClient } from './client.ts';
import type { Exchange } from './connection.ts';
import { type ClientPlan, LoadClient } from './load-client.ts';
import type { LoadShare } from './load-shares.ts';
import type { LoadOrder } from './protocol.ts';
import { stagesOf } from './sources.ts';
import { StagedClient } from './staged-client.ts';

/** The client of the measured phase. What it is made of is loaded now, not at time 0. */
export async function clientFor(order: LoadOrder, exchange: Exchange): Promise<MakeClient> {
  if (order.plan.client.kind === 'loopscope') return (events) => ownClient(order, exchange, events);
  const { startAutocannon } = (await import(pathToFileURL(AUTOCANNON_FILE).href)) as typeof import('./autocannon.ts');
  return (events) => new AutocannonClient(order, exchange, startAutocannon, events);
}

function ownClient({ plan, part, firstConnection }: LoadShare, exchange: Exchange, events: ClientEvents): Client {
  const stages = stagesOf(plan.load, part, firstConnection).map(
    (stage): ClientPlan => ({ ...stage, exchange, firstConnection, atDeadline: 'cut' }),
  );
  return stages.length === 1 ? new LoadClient(stages[0]!, events) : new StagedClient(stages, events);
}
