/** The comparison of Loopscope's client with autocannon. */
import type { Said } from '../../words/said.ts';
import { clientNamed, clientOf } from '../clients.ts';
import { keepsConnections, pipeliningOf, type Setup, workersOf } from '../setup/setup.ts';

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
  const [, other] = withBothClients(setup);
  if (!keepsConnections(setup.client)) return clientNamed(other.client.kind).lacks!.keepAlive!;
  return clientOf(other).limits(other)[0]?.says ?? null;
}
