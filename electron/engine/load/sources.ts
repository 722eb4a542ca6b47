/** Load model -> who says which request comes next. Another model is a source of its own and a line here. */
import type { Load } from '../../../shared/model/setup.ts';
import { ClosedSource } from './closed-source.ts';
import type { Source } from './source.ts';

type Model = Load['model'];

const SOURCES: { readonly [M in Model]: (plan: Extract<Load, { model: M }>, requests: number) => Source } = {
  closed: (_plan, requests) => new ClosedSource(requests),
};

/** The source of a plan. `requests`: how many there are in all; Infinity for a load that ends by time. */
export function sourceOf(plan: Load, requests: number): Source {
  // That the entry of a model takes the plans of that model is more than the compiler can see.
  const make = SOURCES[plan.model] as (plan: Load, requests: number) => Source;
  return make(plan, requests);
}
