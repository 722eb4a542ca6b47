/** The npm package autocannon: for figures that were published with it, and as a cross-check. */
import { type Said, say } from '../../words/said.ts';
import { connectionsOf, endOf, inFlightOf } from '../load-models.ts';
import type { Fields, SetupLimit } from '../setup/setting.ts';
import { type Asked, type ClientOf, limitsOfAll, OUR_PROCESSES, pipeliningOf } from './client.ts';

const SETTINGS = { ...OUR_PROCESSES } as const satisfies Fields;

/** Version 9 counts timeouts in whole seconds at least, and its parser does not know which request it reads the response to. */
const SHORTEST_TIMEOUT_S = 1;

export const AUTOCANNON: ClientOf<typeof SETTINGS> = {
  settings: SETTINGS,
  limits: (asked) => [...ownLimits(asked), ...limitsOfAll(asked)],
  lacks: { keepAlive: say('load.autocannonKeeps') },
  differs: ['connects', 'times', 'ends', 'errors'],
  // It goes on to the next second.
  overrunMs: 500,
  sentBy: (load) => say('comparisonWarning.loadByAutocannon', { load }),
};

function ownLimits({ client, load, plan, requests: [{ method }] }: Asked): SetupLimit[] {
  const { timeoutS } = load;
  const end = endOf(load);
  const connections = connectionsOf(load);
  const limits: { readonly field: string; readonly says: Said }[] = [];
  if (inFlightOf(load, 1) === null) limits.push({ field: 'client.kind', says: say('load.autocannonModel') });
  if (timeoutS < SHORTEST_TIMEOUT_S) limits.push({ field: 'load.timeoutS', says: say('load.autocannonTimeout', { seconds: timeoutS }) });
  if (plan !== null) limits.push({ field: 'client.kind', says: say('load.autocannonPlan') });
  if (method === 'HEAD') limits.push({ field: 'requests.0.method', says: say('load.autocannonHead') });
  // It ends a connection with the response after which nothing is left to send; before the first one it waits for nothing.
  if (end.by === 'amount' && Math.floor(end.requests / Math.min(connections, end.requests)) < pipeliningOf(client))
    limits.push({
      field: 'load.end',
      says: say('load.autocannonShare', { requests: end.requests, connections, pipelining: pipeliningOf(client) }),
    });
  return limits.map((limit) => ({ ...limit, hint: say('load.chooseLoopscope') }));
}
