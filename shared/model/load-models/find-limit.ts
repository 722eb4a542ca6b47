/** A search for the highest rate that holds: open load at rates that follow from what the server has done so far. */
import { say } from '../../words/said.ts';
import { type LimitQuestion, readQuestion, writeQuestion } from '../load/limit-question.ts';
import { LEVELS_OF_SEARCH, neededPerLevel, secondsOfLevel } from '../load/search-plan.ts';
import type { Fields } from '../setup/setting.ts';
import { AT_RANDOM, COUNT, IN_FLIGHT, type LoadModelOf, OF_EVERY_LOAD, type PlanKeys, SECONDS } from './model.ts';

/** Of a warm-up that tells at which rate the search begins. */
const WARM_UP_S = 3;

const SETTINGS = {
  /** As people write it: shared/model/load/limit-question.ts. */
  question: {
    is: 'text',
    holds: 'question',
    min: 0,
    max: 1_000,
    default: 'p99 < 200ms, errors <= 0%',
    refuse: (text) => {
      const read = readQuestion(text);
      return read.ok ? null : { says: read.says, hint: say('limit.form') };
    },
    often: true,
    flag: { names: '--find-limit <question>', always: true },
  },
  /** Of all levels, what is left in line between them included; the warm-up comes before. */
  budgetS: { is: 'number', whole: false, unit: 's', min: 5, max: 3_600, default: 120, often: true, flag: { names: '--budget <seconds>' } },
  /** Visitors of each level, at least; 0: as many as the question needs. */
  perLevel: { is: 'number', whole: true, unit: null, min: 0, max: 1_000_000, default: 0, flag: { names: '--level-requests <n>' } },
  ...AT_RANDOM,
  ...IN_FLIGHT,
  ...OF_EVERY_LOAD,
  warmupS: { ...OF_EVERY_LOAD.warmupS, default: WARM_UP_S },
} as const satisfies Fields;

const KEYS = {
  find: { is: 'text', missing: say('plan.noQuestion'), refuse: refuseQuestion },
  budget: SECONDS,
  levelRequests: COUNT,
  poisson: { is: 'switch' },
  seed: { is: 'number', least: 0, most: 2 ** 32 - 1, whole: true },
  maxInFlight: COUNT,
} as const satisfies PlanKeys;

export const FIND_LIMIT: LoadModelOf<typeof SETTINGS, typeof KEYS> = {
  settings: SETTINGS,
  fields: ({ poisson }) => [['question'], ['budgetS', 'perLevel'], ['poisson'], poisson ? ['maxInFlight', 'seed'] : ['maxInFlight']],
  connections: ({ maxInFlight }) => maxInFlight,
  inFlight: () => null,
  pace: () => null,
  end: ({ budgetS }) => ({ by: 'duration', seconds: budgetS }),
  planned: () => null,
  amountField: 'load.budgetS',
  hasSchedule: true,
  isPaced: false,
  parts: (load) => {
    const question = questionOf(load);
    const { budgetS } = load;
    const plan = question && { question, budgetS, perLevel: Math.max(load.perLevel, neededPerLevel(question)) };
    return {
      are: 'levels',
      levels: { of: 'rate', values: LEVELS_OF_SEARCH },
      holdS: (level) => (plan === null ? 0 : secondsOfLevel(plan, level)),
      search: plan,
    };
  },
  portable: () => ({ by: 'search' }),
  charts: ['latency', 'throughput', 'states', 'loop'],
  sends: (load) => say('loadSends.search', { question: load.question.trim() }),
  name: (load) => say('loadName.search', { question: nameOf(load) }),
  plan: {
    keys: KEYS,
    settings: ({ find, budget, levelRequests, ...rest }) => ({ question: find, budgetS: budget, perLevel: levelRequests, ...rest }),
    values: ({ question, budgetS, perLevel, poisson, seed, maxInFlight }) => ({
      find: question,
      budget: budgetS,
      levelRequests: perLevel === 0 ? null : perLevel,
      poisson,
      seed: poisson ? seed : null,
      maxInFlight,
    }),
  },
};

function questionOf({ question }: { readonly question: string }): LimitQuestion | null {
  const read = readQuestion(question);
  return read.ok ? read.question : null;
}

/** A name is a file name as well. */
function nameOf(load: { readonly question: string }): string {
  const question = questionOf(load);
  return question === null
    ? ''
    : writeQuestion(question)
        .replace(/<=?\s*/g, '')
        .replace(/[^\w .%,-]/g, '');
}

function refuseQuestion(text: string) {
  const read = readQuestion(text);
  return read.ok ? null : read.says;
}
