/** The screens that Home does not wait for: forms, charts and flame graph are the larger half of the program. */
import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

/** Everything that can be fetched, in the order of how soon it may be wanted. */
const fetches: (() => Promise<unknown>)[] = [];

export const RunScreen = later(() => import('./screens/run/RunScreen.tsx').then((module) => module.RunScreen));
export const SetupScreen = later(() => import('./screens/setup/SetupScreen.tsx').then((module) => module.SetupScreen));
export const StudyScreen = later(() => import('./screens/study/StudyScreen.tsx').then((module) => module.StudyScreen));
export const CompareScreen = later(() => import('./screens/compare/CompareScreen.tsx').then((module) => module.CompareScreen));
export const CompareSetupScreen = later(() =>
  import('./screens/compare/CompareSetupScreen.tsx').then((module) => module.CompareSetupScreen),
);

/** Whoever opens a file or begins a run need not wait for its screen. One that cannot be fetched now is asked for again when it is shown. */
export async function fetchAhead(): Promise<void> {
  for (const fetch of fetches) await fetch().catch(() => undefined);
}

/**
 * What is there already is drawn at once. `lazy` alone would show the waiting page even then, and React leaves that up for at least
 * 0.3 s, so that nothing flickers.
 */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<Props>;
  fetches.push(fetch);
  return (props) => {
    const [Screen] = useState(() => loaded ?? Lazy);
    return createElement(Screen, props);
  };
}
