/** Load model -> its source of requests. A new model is one source and one line here. */
import type { Load } from '../../../shared/model/setup.ts';
import { ClosedSource } from './closed-source.ts';
import type { Source } from './source.ts';

type Model = Load['model'];

const SOURCES: { readonly [M in Model]: (plan: Extract<Load, { model: M }>, requests: number) => Source } = {
  closed: (_plan, requests) => new ClosedSource(requests),
};

/** The source of a plan. `requests`: how many there are in all; Infinity for a load that ends by time. */
export function sourceOf(plan: Load, requests: number): Source {
  // The compiler cannot see that the entry of a model accepts the plans of that model.
  const make = SOURCES[plan.model] as (plan: Load, requests: number) => Source;
  return make(plan, requests);
}
