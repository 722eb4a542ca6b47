/** What a plan says besides its requests, as settings of a run by their paths. Flags and forms say it, too: they have the last word. */
import type { Plan } from '../model/load/plan.ts';
import type { PlanKeys, PlanValues } from '../model/load-models/model.ts';
import { LOAD_MODELS, type LoadModel, loadModel, type PlanLoad } from '../model/load-models.ts';

export type SuggestedSettings = Readonly<Record<string, string | number | boolean>>;

export function settingsOfPlan(plan: Plan): SuggestedSettings {
  const { load, warmupS, timeoutS, keepAlive } = plan;
  return {
    ...(load === null ? {} : { 'load.model': load.model, ...defaultsFor(load.model, plan), ...settingsOfLoad(load) }),
    ...given('load.warmupS', warmupS),
    ...given('load.timeoutS', timeoutS),
    ...(keepAlive ? {} : { 'client.keepAlive': false }),
  };
}

/** Of settings that neither the plan nor anybody else gives, whichever load has them. */
export function defaultsOfPlan(plan: Plan): SuggestedSettings {
  return Object.assign({}, ...LOAD_MODELS.map((model) => defaultsFor(model, plan)));
}

function defaultsFor(model: LoadModel, { order, requests }: Plan): SuggestedSettings {
  const defaults = order === 'sequence' ? (loadModel(model).plan.defaults?.(requests.length) ?? {}) : {};
  return Object.fromEntries(Object.entries(defaults).map(([path, value]) => [`load.${path}`, value]));
}

function settingsOfLoad(load: PlanLoad): SuggestedSettings {
  // The compiler cannot see that a model accepts what plans say of its loads.
  const settings = Object.entries(loadModel(load.model).plan.settings(load as unknown as PlanValues<PlanKeys>));
  return Object.fromEntries(settings.flatMap(([path, value]) => (value === null ? [] : [[`load.${path}`, value]])));
}

function given(path: string, value: number | null): SuggestedSettings {
  return value === null ? {} : { [path]: value };
}
