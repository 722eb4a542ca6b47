/** Closed load: so many connections, each of which sends its next request when the response to the last one has arrived. */
import { say } from '../../words/said.ts';
import { MOST_ROWS } from '../run.ts';
import type { Fields } from '../setup/setting.ts';
import { COUNT, type LoadModelOf, OF_EVERY_LOAD, type PlanKeys, SECONDS } from './model.ts';

const SETTINGS = {
  connections: {
    is: 'number',
    whole: true,
    unit: null,
    min: 1,
    max: 10_000,
    default: 10,
    often: true,
    flag: {
      names: '-c, --connections <n>',
      always: true,
    },
  },
  /** What ends the measured phase. */
  end: {
    is: 'union',
    tag: 'by',
    key: 'endBy',
    implied: true,
    default: 'duration',
    members: {
      duration: {
        seconds: {
          is: 'number',
          key: 'durationS',
          whole: false,
          unit: 's',
          min: 0.1,
          max: 86_400,
          default: 10,
          often: true,
          flag: { names: '-d, --duration <seconds>', always: true },
        },
      },
      amount: {
        requests: {
          is: 'number',
          whole: true,
          unit: null,
          min: 1,
          max: MOST_ROWS,
          default: 1_000,
          often: true,
          flag: { names: '-a, --amount <n>', always: true },
        },
      },
    },
  },
  ...OF_EVERY_LOAD,
} as const satisfies Fields;

const KEYS = { connections: COUNT, duration: SECONDS, amount: COUNT } as const satisfies PlanKeys;

export const CLOSED: LoadModelOf<typeof SETTINGS, typeof KEYS> = {
  settings: SETTINGS,
  // How many connections a load command opens, it says itself.
  fields: (_form, byCommand) => [byCommand ? ['endBy'] : ['connections', 'endBy']],
  connections: ({ connections }) => connections,
  inFlight: ({ connections }, pipelining) => connections * pipelining,
  pace: () => null,
  end: ({ end }) => end,
  planned: ({ end }) => (end.by === 'amount' ? end.requests : null),
  amountField: 'load.end.requests',
  hasSchedule: false,
  isPaced: false,
  portable: ({ connections: clients, end }) =>
    end.by === 'duration'
      ? { by: 'clients', stages: [{ clients, seconds: end.seconds }] }
      : { by: 'amount', clients, requests: end.requests, isEach: false, spreadS: 0 },
  charts: ['latency', 'throughput', 'cpu', 'loop'],
  sends: ({ connections }, pipelining) => say('loadSends.closed', { connections, pipelining }),
  name: ({ connections }) => say('loadName.connections', { connections }),
  plan: {
    keys: KEYS,
    onlyOne: { of: ['duration', 'amount'], says: say('plan.durationAndAmount') },
    settings: ({ connections, duration, amount }) => ({ connections, 'end.seconds': duration, 'end.requests': amount }),
    values: ({ connections, end }) => ({
      connections,
      duration: end.by === 'duration' ? end.seconds : null,
      amount: end.by === 'amount' ? end.requests : null,
    }),
  },
};
