/** What a plan says besides its requests, as settings of a run by their paths. Flags and forms say it, too: they have the last word. */
import type { Plan } from './plan.ts';
import type { PlanLoad } from './plan-load.ts';

export type SuggestedSettings = Readonly<Record<string, string | number | boolean>>;

export function settingsOfPlan({ load, warmupS, timeoutS, keepAlive }: Plan): SuggestedSettings {
  return {
    ...(load === null ? {} : { 'load.model': load.model, ...settingsOfLoad(load) }),
    ...given('load.warmupS', warmupS),
    ...given('load.timeoutS', timeoutS),
    ...(keepAlive ? {} : { 'client.keepAlive': false }),
  };
}

function settingsOfLoad(load: PlanLoad): SuggestedSettings {
  switch (load.model) {
    case 'closed':
      return {
        ...given('load.connections', load.connections),
        ...given('load.end.seconds', load.duration),
        ...given('load.end.requests', load.amount),
      };
    case 'users':
      return {
        ...given('load.users', load.users),
        ...given('load.requestsEach', load.requests),
        ...given('load.spreadS', load.spread),
      };
    case 'arrivals':
      return {
        'load.schedule': load.phases.join(', '),
        ...(load.poisson ? { 'load.poisson': true } : {}),
        ...given('load.seed', load.seed),
        ...given('load.maxInFlight', load.maxInFlight),
      };
    case 'sweep':
      return { 'load.levels': levelsText(load), ...given('load.holdS', load.hold), ...given('load.maxInFlight', load.maxInFlight) };
  }
}

/** On the command line the unit of a level says what it is of. */
function levelsText({ of, levels }: Extract<PlanLoad, { model: 'sweep' }>): string {
  return of === 'rate' && !levels.includes('/') ? levels.replace(/\d+(?:\.\d+)?/g, '$&/s') : levels;
}

function given(path: string, value: number | null): SuggestedSettings {
  return value === null ? {} : { [path]: value };
}
