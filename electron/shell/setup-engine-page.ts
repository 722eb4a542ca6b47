import type { Desktop } from './desktop.ts';
import type { EngineWatchers } from './engine-host.ts';
import { tellPage } from './engine-page.ts';
import { loadHome } from './window.ts';

/** Connects the page of the window to the engine's state. */
export function setupEnginePage(desktop: Desktop, servedPort: () => number | null): EngineWatchers['onUp'] {
  const parts = {
    commands: desktop.commands,
    servedPort,
    shownPath: () => desktop.document.path,
    loadHome: () => desktop.window && loadHome(desktop.window, desktop),
  };
  return (address, isFirst) => tellPage(parts, address, isFirst);
}
