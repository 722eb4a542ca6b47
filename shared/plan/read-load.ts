import { readLevels } from '../load/levels.ts';
import { readSchedule } from '../load/schedule-text.ts';
import { MOST_ROWS } from '../model/run.ts';
import { say } from '../words/said.ts';
import type { PlanLoad } from './plan-load.ts';
import type { Part, PlanReader } from './plan-reader.ts';

const COUNT = { least: 1, most: MOST_ROWS, whole: true };
const SECONDS = { least: 0.1, most: 86_400 };
const MODELS = ['closed', 'users', 'arrivals', 'sweep'] as const;
const OF = ['connections', 'rate'] as const;
const KEYS = {
  closed: ['model', 'connections', 'duration', 'amount'],
  users: ['model', 'users', 'requests', 'spread'],
  arrivals: ['model', 'phases', 'poisson', 'seed', 'maxInFlight'],
  sweep: ['model', 'of', 'levels', 'hold', 'maxInFlight'],
} as const;
const MOST_PHASES = 1_000;
const LONGEST_PHASE = 200;

/** `load:` of a plan. Each of its phases is a schedule by itself. */
export function readLoad(reader: PlanReader, part: Part): PlanLoad | null {
  const named = part.tree.kind === 'map' ? part.tree.entries.find(({ key }) => key === 'model') : undefined;
  if (named === undefined) return reader.refuse(part, say('plan.noModel', { models: { list: [...MODELS], by: 'or' } }));
  const model = reader.choice({ tree: named.value, path: [...part.path, 'model'] }, MODELS);
  const count = (one: Part | undefined): number | null => (one === undefined ? null : reader.number(one, COUNT));
  const seconds = (one: Part | undefined): number | null => (one === undefined ? null : reader.number(one, SECONDS));
  switch (model) {
    case 'closed': {
      const { connections, duration, amount } = reader.members(part, KEYS.closed);
      if (duration !== undefined && amount !== undefined) reader.refuse(amount, say('plan.durationAndAmount'));
      return { model, connections: count(connections), duration: seconds(duration), amount: count(amount) };
    }
    case 'users': {
      const { users, requests, spread } = reader.members(part, KEYS.users);
      const over = spread === undefined ? null : reader.number(spread, { ...SECONDS, least: 0 });
      return { model, users: count(users), requests: count(requests), spread: over };
    }
    case 'arrivals': {
      const { phases, poisson, seed, maxInFlight } = reader.members(part, KEYS.arrivals);
      if (phases === undefined) reader.refuse(part, say('plan.noPhases'));
      return {
        model,
        phases: phases === undefined ? [] : reader.items(phases, MOST_PHASES, true).flatMap((one) => readPhase(reader, one) ?? []),
        poisson: (poisson && reader.flag(poisson)) ?? false,
        seed: (seed && reader.number(seed, { least: 0, most: 2 ** 32 - 1, whole: true })) ?? null,
        maxInFlight: count(maxInFlight),
      };
    }
    case 'sweep': {
      const { of, levels, hold, maxInFlight } = reader.members(part, KEYS.sweep);
      if (levels === undefined) reader.refuse(part, say('plan.noLevels'));
      return {
        model,
        of: (of && reader.choice(of, OF)) ?? 'connections',
        levels: (levels && readSteps(reader, levels)) ?? '',
        hold: seconds(hold),
        maxInFlight: count(maxInFlight),
      };
    }
    case null:
      return null;
  }
}

/** Whether anybody comes is a matter of all phases: one may be a pause. */
function readPhase(reader: PlanReader, part: Part): string | null {
  const text = reader.text(part, LONGEST_PHASE);
  const read = text === null ? null : readSchedule(text);
  if (read === null || read.ok || readSchedule(`${text}, 1/s for 1s`).ok) return text;
  return reader.refuse(part, read.says);
}

function readSteps(reader: PlanReader, part: Part): string | null {
  const text = reader.text(part, LONGEST_PHASE);
  const read = text === null ? null : readLevels(text);
  return read?.ok === false ? reader.refuse(part, read.says) : text;
}
