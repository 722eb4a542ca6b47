/** Light or dark: the user's choice or the system's setting. Sets data-theme, which selects the design tokens. */
import { create } from 'zustand';
import type { ThemeChoice } from '../../shared/model/theme.ts';
import { readSettings, storeSettings } from './settings.ts';

export type Theme = 'light' | 'dark';

interface ThemeState {
  readonly choice: ThemeChoice;
  readonly systemIsDark: boolean;
}

const useThemeStore = create<ThemeState>(() => ({ choice: 'system', systemIsDark: false }));

function resolveTheme({ choice, systemIsDark }: ThemeState): Theme {
  if (choice !== 'system') return choice;
  return systemIsDark ? 'dark' : 'light';
}

export function useThemeChoice(): ThemeChoice {
  return useThemeStore((state) => state.choice);
}

/** The current theme; canvases redraw when it changes. */
export function useTheme(): Theme {
  return useThemeStore(resolveTheme);
}

/** Applied at once, stored by the engine. */
export function chooseTheme(choice: ThemeChoice): void {
  useThemeStore.setState({ choice });
  void storeSettings({ theme: choice });
}

/** Called now and whenever the choice changes. */
export function watchThemeChoice(listener: (choice: ThemeChoice) => void): void {
  listener(useThemeStore.getState().choice);
  useThemeStore.subscribe(({ choice }, before) => choice !== before.choice && listener(choice));
}

/** Called once, before the first render, so that the page never flashes in the other theme. */
export function setupTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const paper = window.matchMedia('print');
  // On paper everything is light.
  const show = () => {
    document.documentElement.dataset.theme = paper.matches ? 'light' : resolveTheme(useThemeStore.getState());
  };
  paper.addEventListener('change', show);
  useThemeStore.subscribe(show);
  system.addEventListener('change', () => useThemeStore.setState({ systemIsDark: system.matches }));
  useThemeStore.setState({ systemIsDark: system.matches });
  readSettings(({ theme }) => useThemeStore.setState({ choice: theme }));
}
