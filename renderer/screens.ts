/** The screens that Home does not wait for: forms, charts and flame graph are the larger half of the program. */
import { lazy } from 'react';

const importRun = () => import('./screens/run/RunScreen.tsx');
const importSetup = () => import('./screens/setup/SetupScreen.tsx');

export const RunScreen = lazy(() => importRun().then((module) => ({ default: module.RunScreen })));
export const SetupScreen = lazy(() => importSetup().then((module) => ({ default: module.SetupScreen })));
export const CompareScreen = lazy(() =>
  import('./screens/compare/CompareScreen.tsx').then((module) => ({ default: module.CompareScreen })),
);
export const CompareSetupScreen = lazy(() =>
  import('./screens/compare/CompareSetupScreen.tsx').then((module) => ({ default: module.CompareSetupScreen })),
);
export const StudyScreen = lazy(() => import('./screens/study/StudyScreen.tsx').then((module) => ({ default: module.StudyScreen })));
export const SettingsScreen = lazy(() =>
  import('./screens/settings/SettingsScreen.tsx').then((module) => ({ default: module.SettingsScreen })),
);
export const HelpScreen = lazy(() => import('./screens/help/HelpScreen.tsx').then((module) => ({ default: module.HelpScreen })));

/** Whoever opens a file or begins a run need not wait for its screen. */
export function fetchAhead(): void {
  void importRun();
  void importSetup();
}
