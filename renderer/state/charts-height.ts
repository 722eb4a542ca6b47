/** Height of the time charts of a result, as it was last set by hand. */
import { create } from 'zustand';
import { request } from '../bridge.ts';
import { showFailure } from './shell.ts';

/** CSS px; null: the usual one. */
export const useChartsHeight = create<number | null>(() => null);

/** Keys that are held change it many times a second. */
const STORE_AFTER_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Applied at once, stored by the engine. */
export function setChartsHeight(height: number | null): void {
  useChartsHeight.setState(height, true);
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const answer = await request('settings.set', { chartsHeight: height });
    if (!answer.ok) showFailure(answer.failure);
  }, STORE_AFTER_MS);
}

export function setupChartsHeight(): void {
  void request('settings.get', {}).then((answer) => {
    if (answer.ok) useChartsHeight.setState(answer.value.chartsHeight ?? null, true);
  });
}
