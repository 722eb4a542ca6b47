/** Load model -> its source of requests. A new model is one source and its entry here. */
import type { LoadModel } from '../../../shared/model/load-models.ts';
import type { Load, LoadOf } from '../../../shared/model/setup.ts';
import { ClosedSource, shareClosed } from './closed-source.ts';
import type { Part, Source } from './source.ts';

interface Making<L> {
  /** What one of several load processes does of it. */
  share(load: L, part: Part): L;
  /** Of such a share. `requests`: how many there are in all; Infinity for a load that ends by time. */
  source(load: L, requests: number, part: Part): Source;
}

const MODELS: { readonly [M in LoadModel]: Making<LoadOf<M>> } = {
  closed: { share: shareClosed, source: (_load, requests) => new ClosedSource(requests) },
};

// The compiler cannot see that the entry of a model accepts the loads of that model.
const makingOf = ({ model }: Load): Making<Load> => MODELS[model] as Making<Load>;

export const shareOf: Making<Load>['share'] = (load, part) => makingOf(load).share(load, part);
export const sourceOf: Making<Load>['source'] = (load, requests, part) => makingOf(load).source(load, requests, part);
