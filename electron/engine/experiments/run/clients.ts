/** Kind of client -> what starts it. */
import type { ClientKind } from '../../../../shared/model/clients.ts';
import type { LoadPlan, Setup } from '../../../../shared/model/setup/setup.ts';
import { startLoad } from '../../load/load-workers.ts';
import type { ClientPort } from './clients/client-port.ts';
import { COMMAND } from './clients/command.ts';
import { K6 } from './clients/k6.ts';

/** The clients whose requests are made in load processes of ours. */
const PROCESSES: ClientPort = {
  // The compiler cannot see that the client of the set-up is one of these.
  start: ({ id, setup, users, events }) => startLoad(id, setup as Setup & LoadPlan, users, events),
};

const PORTS: { readonly [K in ClientKind]: ClientPort } = { loopscope: PROCESSES, autocannon: PROCESSES, k6: K6 };

/** What makes the requests: the load command, where there is one. */
export function clientPortOf({ client, loadCommand }: Pick<Setup, 'client' | 'loadCommand'>): ClientPort {
  return loadCommand === null ? PORTS[client.kind] : COMMAND;
}
