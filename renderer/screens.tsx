/** Screens loaded after Home: forms, charts and flame graph are the larger part of the code. */
import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

/** All screens loaded later, those needed soonest first. */
const fetches: (() => Promise<unknown>)[] = [];

export const RunScreen = later(() => import('./screens/run/RunScreen.tsx').then((module) => module.RunScreen));
export const SetupScreen = later(() => import('./screens/setup/SetupScreen.tsx').then((module) => module.SetupScreen));
export const StudyScreen = later(() => import('./screens/study/StudyScreen.tsx').then((module) => module.StudyScreen));
export const CompareScreen = later(() => import('./screens/compare/CompareScreen.tsx').then((module) => module.CompareScreen));
export const CompareSetupScreen = later(() =>
  import('./screens/compare/CompareSetupScreen.tsx').then((module) => module.CompareSetupScreen),
);
export const ProbeScreen = later(() => import('./screens/probe/ProbeScreen.tsx').then((module) => module.ProbeScreen));

/** Preloads the screens, so that opening a file or starting a run need not wait. One that fails to load is requested again when it is shown. */
export async function fetchAhead(): Promise<void> {
  for (const fetch of fetches) await fetch().catch(() => undefined);
}

/**
 * A loaded screen is drawn at once. `lazy` alone would show the fallback even then, and React keeps a fallback for at least 0.3 s
 * to avoid flicker.
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
