/** Loads that people know by name: of a published study, and of the first example of other tools. */
import type { SetupForm } from '../state/forms/setup-form.ts';

/** What is sent at once by ab: each request on a connection of its own. */
const ab = (connections: number, requests: number): Partial<SetupForm> => ({
  loadModel: 'closed',
  client: 'loopscope',
  connections,
  endBy: 'amount',
  requests,
  keepAlive: false,
});
const arrivals = (schedule: string): Partial<SetupForm> => ({ loadModel: 'arrivals', client: 'loopscope', schedule, poisson: false });

export const LOAD_PRESETS = {
  ping: arrivals('0..300/s over 300s'),
  load: arrivals('0..200/s over 200s'),
  spike: arrivals('2x(10/s for 20s, 10..170/s over 10s, 170/s for 10s, 170..10/s over 10s)'),
  endurance: arrivals('10/s for 300s'),
  autocannon: { loadModel: 'closed', connections: 100, endBy: 'duration', durationS: 20 },
  artillery: { loadModel: 'users', client: 'loopscope', users: 50, requestsEach: 20, spreadS: 1 },
  abSmall: ab(100, 1_000),
  abMiddle: ab(500, 10_000),
  abLarge: ab(800, 10_000),
} as const satisfies Record<string, Partial<SetupForm>>;

export type LoadPreset = keyof typeof LOAD_PRESETS;
