/** What a client cannot do, by the setting that asks for it: refused before a run, and said in the form. */
import { type Said, say } from '../words/said.ts';
import { connectionsOf, endOf, MODELS_OF_CLIENT } from './load-models.ts';
import type { SetupLimit } from './setting.ts';
import { keepsConnections, pipeliningOf, type Setup, workersOf } from './setup.ts';

/** autocannon 9 counts timeouts in whole seconds at least, and its parser does not know which request it reads the response to. */
const SHORTEST_TIMEOUT_S = 1;

type Asked = Pick<Setup, 'client' | 'load' | 'requests' | 'plan'> & Partial<Pick<Setup, 'loadCommand'>>;

export function findClientLimits(setup: Asked): SetupLimit[] {
  const { client, load, loadCommand = null } = setup;
  if (loadCommand !== null) return loadCommandLimits(setup);
  const limits: SetupLimit[] = client.kind === 'autocannon' ? autocannonLimits(setup) : client.kind === 'k6' ? k6Limits(setup) : [];
  const connections = connectionsOf(load);
  const [pipelining, workers] = [pipeliningOf(client), workersOf(client)];
  if (workers > connections)
    limits.push({
      field: 'client.workers',
      says: say('load.fewConnections', { connections, workers }),
      hint: say('load.moreConnections'),
    });
  if (pipelining > 1 && load.model !== 'closed')
    limits.push({ field: 'client.pipelining', says: say('load.pipeliningOpen'), hint: say('load.pipelineOne') });
  if (pipelining > 1 && setup.plan !== null)
    limits.push({ field: 'client.pipelining', says: say('load.pipeliningPlan'), hint: say('load.pipelineOne') });
  if (pipelining > 1 && !keepsConnections(client))
    limits.push({ field: 'client.pipelining', says: say('load.pipeliningCloses'), hint: say('load.keepConnections') });
  return limits;
}

/** What its requests are, says the command itself. */
function loadCommandLimits({ load, plan, client, requests: [{ method, headers, body }] }: Asked): SetupLimit[] {
  const hint = say('load.commandSays');
  const isPlain = method === 'GET' && headers.length === 0 && body === '';
  return [
    ...(load.model === 'closed' && endOf(load).by === 'duration' ? [] : [{ field: 'load.end', says: say('load.commandEnd'), hint }]),
    ...(plan === null && isPlain ? [] : [{ field: 'loadCommand', says: say('load.commandRequests'), hint }]),
    ...(load.warmupS === 0 ? [] : [{ field: 'load.warmupS', says: say('load.commandWarmup'), hint: say('load.commandNoWarmup') }]),
    ...(client.kind === 'loopscope' ? [] : [{ field: 'client.kind', says: say('load.commandClient'), hint }]),
  ];
}

function autocannonLimits({ client, load, plan, requests: [{ method }] }: Asked): SetupLimit[] {
  const { timeoutS, model } = load;
  const end = endOf(load);
  const connections = connectionsOf(load);
  const limits: Omit<SetupLimit, 'hint'>[] = [];
  if (!MODELS_OF_CLIENT.autocannon.includes(model)) limits.push({ field: 'client.kind', says: say('load.autocannonModel') });
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

/** Of its own settings; what of a plan it cannot do is found where the plan is read. */
function k6Limits({ load, plan, requests: [{ url, headers }] }: Asked): SetupLimit[] {
  const hint = say('load.chooseLoopscope');
  const names = headers.map(({ name }) => name.toLowerCase());
  const repeated = headers.find(({ name }, at) => names.indexOf(name.toLowerCase()) < at);
  return [
    ...(load.model === 'arrivals' && load.poisson ? [{ field: 'load.poisson', says: say('load.k6Poisson'), hint }] : []),
    ...(plan === null && /%(?![0-9a-f]{2})/i.test(url) ? [{ field: 'requests.0.url', says: say('load.k6Percent'), hint }] : []),
    ...(plan === null && repeated !== undefined
      ? [{ field: 'requests.0.headers', says: say('planExport.repeatedHeader', { generator: 'k6', name: repeated.name }), hint }]
      : []),
  ];
}

/** The same set-up with each client, Loopscope's first. */
export function withBothClients(setup: Setup): readonly [own: Setup, autocannon: Setup] {
  const { client } = setup;
  const common = { pipelining: pipeliningOf(client), workers: workersOf(client), pin: !('pin' in client) || client.pin };
  return [
    { ...setup, client: { kind: 'loopscope', keepAlive: true, ...common } },
    { ...setup, client: { kind: 'autocannon', ...common } },
  ];
}

/** Why autocannon cannot make the requests of this set-up; null: it can. */
export function whyNotAutocannon(setup: Setup): Said | null {
  if (!keepsConnections(setup.client)) return say('load.autocannonKeeps');
  return findClientLimits(withBothClients(setup)[1])[0]?.says ?? null;
}
