/** Height of the time charts of a result, as it was last set by hand. */
import { create } from 'zustand';
import { chooseSettings, readSettings, storeSettings } from './settings.ts';

/** CSS px; null: the usual one. */
export const useChartsHeight = create<number | null>(() => null);

/** Keys that are held change it many times a second. */
const STORE_AFTER_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Applied at once, stored by the engine. */
export function setChartsHeight(height: number | null): void {
  useChartsHeight.setState(height, true);
  chooseSettings({ chartsHeight: height });
  clearTimeout(timer);
  timer = setTimeout(() => void storeSettings({ chartsHeight: height }), STORE_AFTER_MS);
}

export function setupChartsHeight(): void {
  readSettings(({ chartsHeight = null }) => useChartsHeight.setState(chartsHeight, true));
}
