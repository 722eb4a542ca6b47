/** The clients whose requests are made in load processes of ours. */
import type { LoadPlan } from '../../../../../shared/model/setup.ts';
import { startLoad } from '../../../load/load-workers.ts';
import type { ClientPort } from './client-port.ts';

export const PROCESSES: ClientPort = {
  // The compiler cannot see that the client of the set-up is one of these.
  start: ({ id, setup, users, events }) => startLoad(id, setup as typeof setup & LoadPlan, users, events),
};
