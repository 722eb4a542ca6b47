/** Kind of client -> how it is made. */
import { pathToFileURL } from 'node:url';
import type { LoadPlan } from '../../../shared/model/setup/setup.ts';
import { AUTOCANNON_FILE, USERS_OF_PLAN_FILE } from '../machine/paths.ts';
import { AutocannonClient } from './autocannon-client.ts';
import type { Client, ClientEvents, MakeClient } from './client.ts';
import type { Exchange } from './connection.ts';
import { type ClientPlan, LoadClient } from './load-client.ts';
import type { LoadShare } from './load-shares.ts';
import type { MakeSessions } from './plan/users-of-plan.ts';
import type { LoadOrder } from './protocol.ts';
import { onDemandOf, stagesOf } from './sources/sources.ts';
import type { Stage } from './sources/stages.ts';
import { type AskForRepeats, type Meet, StagedClient } from './staged-client.ts';
import { SYSTEM } from './surroundings.ts';

/**
 * The client of the measured phase. `meet`: with the other load processes of the run, if there are any; `ask`: which levels of a sweep are to be
 * run again. What it is made of is loaded now, not at time 0.
 */
export async function clientFor(
  order: LoadOrder,
  exchange: Exchange,
  sessions: MakeSessions | null,
  meet: Meet,
  ask: AskForRepeats,
): Promise<MakeClient> {
  return MAKERS[order.plan.client.kind](order, exchange, sessions, { meet, ask });
}

type Maker = (
  order: LoadOrder,
  exchange: Exchange,
  sessions: MakeSessions | null,
  others: { readonly meet: Meet; readonly ask: AskForRepeats },
) => MakeClient | Promise<MakeClient>;

const MAKERS: { readonly [K in LoadPlan['client']['kind']]: Maker } = {
  loopscope: (order, exchange, sessions, others) => (events) => ownClient(order, exchange, sessions, others, events),
  autocannon: async (order, exchange) => {
    const { startAutocannon } = (await import(pathToFileURL(AUTOCANNON_FILE).href)) as typeof import('./autocannon.ts');
    return (events) => new AutocannonClient(order, exchange, startAutocannon, events);
  },
};

function ownClient(
  { plan, part, firstConnection }: LoadShare,
  exchange: Exchange,
  sessions: MakeSessions | null,
  { meet, ask }: { readonly meet: Meet; readonly ask: AskForRepeats },
  events: ClientEvents,
): Client {
  const toPlan = (stage: Stage): ClientPlan => ({
    ...stage,
    exchange,
    firstConnection,
    atDeadline: 'cut',
    sessions: sessions?.(stage) ?? null,
  });
  const others = part.of === 1 ? null : meet;
  const onDemand = onDemandOf(plan.load, part);
  if (onDemand !== null) return new StagedClient({ planned: 0, make: (phase) => toPlan(onDemand(phase)) }, events, SYSTEM, others, ask);
  // Anew each time, as a source is used up.
  const stages = (): readonly Stage[] => stagesOf(plan.load, part, firstConnection);
  const { length } = stages();
  if (length === 1) return new LoadClient(toPlan(stages()[0]!), events);
  return new StagedClient({ planned: length, make: (phase) => toPlan(stages()[phase % length]!) }, events, SYSTEM, others, ask);
}

/** The users of a plan, for every phase of the load; null: there is one request. Loaded for such a load only: patterns and cookies are nine times as large as the rest. */
export async function sessionsFor(order: LoadOrder): Promise<MakeSessions | null> {
  if (order.users === undefined) return null;
  const { usersOfPlan } = (await import(pathToFileURL(USERS_OF_PLAN_FILE).href)) as typeof import('./plan/users-of-plan.ts');
  return usersOfPlan(order, order.users);
}
