/** Kind of client -> what starts it. */
import type { ClientKind } from '../../../../shared/model/clients.ts';
import { leakCaptureOf } from '../../../../shared/model/setup/captures.ts';
import type { LoadPlan, Setup } from '../../../../shared/model/setup/setup.ts';
import { LeakCapture } from '../../captures/leak-capture.ts';
import { startLoad } from '../../load/load-workers.ts';
import type { ClientPort } from './clients/client-port.ts';
import { COMMAND } from './clients/command.ts';
import { K6 } from './clients/k6.ts';
import { startRounds } from './clients/rounds.ts';

/** The clients whose requests are made in load processes of ours. */
const PROCESSES: ClientPort = {
  // The compiler cannot see that the client of the set-up is one of these.
  start: ({ id, setup, users, events }) => startLoad(id, setup as Setup & LoadPlan, users, events),
};

const PORTS: { readonly [K in ClientKind]: ClientPort } = { loopscope: PROCESSES, autocannon: PROCESSES, k6: K6 };

/** Equal loads, in load processes of ours. */
const ROUNDS: ClientPort = {
  start: (run) => {
    const asked = leakCaptureOf(run.setup.capture);
    const agents = run.captures.find(LeakCapture);
    if (asked === null || agents === undefined) throw new Error('a run in rounds needs the capture of levels');
    return startRounds(run, asked, agents);
  },
};

/** What makes the requests: the load command, where there is one. */
export function clientPortOf({ client, loadCommand, capture }: Pick<Setup, 'client' | 'loadCommand' | 'capture'>): ClientPort {
  if (leakCaptureOf(capture) !== null) return ROUNDS;
  return loadCommand === null ? PORTS[client.kind] : COMMAND;
}
