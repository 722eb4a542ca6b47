/** Fixed users: each makes so many requests, one after the other, on a connection of its own, and leaves. */
import { say } from '../../words/said.ts';
import type { Fields } from '../setup/setting.ts';
import { COUNT, type LoadModelOf, OF_EVERY_LOAD, type PlanKeys, SECONDS } from './model.ts';

const SETTINGS = {
  users: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 10_000,
    default: 50,
    often: true,
    flag: { names: '--users <n>', always: true },
  },
  requestsEach: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 1_000_000,
    default: 20,
    often: true,
    flag: { names: '--requests <n>', always: true },
  },
  /** They come evenly over this time; 0: all at once. */
  spreadS: { is: 'number', whole: false, unit: 's', min: 0, max: 86_400, default: 0, flag: { names: '--spread <seconds>' } },
  ...OF_EVERY_LOAD,
} as const satisfies Fields;

const KEYS = { users: COUNT, requests: COUNT, spread: { ...SECONDS, least: 0 } } as const satisfies PlanKeys;

export const USERS: LoadModelOf<typeof SETTINGS, typeof KEYS> = {
  settings: SETTINGS,
  fields: () => [['users', 'requestsEach'], ['spreadS']],
  connections: ({ users }) => users,
  inFlight: () => null,
  pace: () => null,
  end: ({ users, requestsEach }) => ({ by: 'amount', requests: users * requestsEach }),
  planned: ({ users, requestsEach }) => users * requestsEach,
  amountField: 'load.requestsEach',
  hasSchedule: true,
  isPaced: false,
  requestsOfUser: ({ requestsEach }) => requestsEach,
  portable: ({ users: clients, requestsEach: requests, spreadS }) => ({ by: 'amount', clients, requests, isEach: true, spreadS }),
  charts: ['latency', 'throughput', 'launched', 'cpu', 'loop'],
  sends: ({ users }) => say('loadSends.users', { users }),
  name: ({ users }) => say('loadName.users', { users }),
  plan: {
    keys: KEYS,
    settings: ({ users, requests, spread }) => ({ users, requestsEach: requests, spreadS: spread }),
    values: ({ users, requestsEach: requests, spreadS: spread }) => ({ users, requests, spread }),
    // Whole passes: of a part of one, the first requests of the sequence would be made more often than the last ones, or these never.
    defaults: (sequence) => ({ requestsEach: Math.ceil(SETTINGS.requestsEach.default / sequence) * sequence }),
  },
};
