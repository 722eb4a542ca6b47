/** The things in the address one by one: `useView` is a `useState` that survives a reload. What they are: view-codec.ts. */
import { useSyncExternalStore } from 'react';
import { changeView, useAddress, type ViewChange } from './address.ts';
import type { Cell } from './cell.ts';
import { isStep, type ViewName, type ViewState } from './view-codec.ts';

export interface ViewCell<T> extends Cell<T> {
  /** `how`: as its line in view-codec.ts says, unless given. */
  readonly set: (value: T, how?: ViewChange) => void;
}

const cells = new Map<ViewName, ViewCell<never>>();

/** For what lives outside React. */
export function viewCell<N extends ViewName>(name: N): ViewCell<ViewState[N]> {
  const known = cells.get(name);
  if (known !== undefined) return known as unknown as ViewCell<ViewState[N]>;
  const cell: ViewCell<ViewState[N]> = {
    get: () => useAddress.getState().view[name],
    set: (value, how = isStep(name) ? 'step' : 'quiet') => changeView({ [name]: value }, how),
    subscribe: (listener) => useAddress.subscribe(({ view }, before) => view[name] !== before.view[name] && listener()),
  };
  cells.set(name, cell as unknown as ViewCell<never>);
  return cell;
}

export function useView<N extends ViewName>(name: N): readonly [ViewState[N], ViewCell<ViewState[N]>['set']] {
  const { subscribe, get, set } = viewCell(name);
  return [useSyncExternalStore(subscribe, get), set];
}
