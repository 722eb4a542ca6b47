/** How large text is: the user's choice, a percentage of the usual size. */
import { create } from 'zustand';
import { findTextSize, type TextSize } from '../../shared/base/text-size.ts';
import { setRootSize } from '../text-scale.ts';
import { readSettings, storeSettings } from './settings.ts';

export const useTextSize = create<TextSize>(() => 100);

/** The size of the last visit, so that the first picture already has it; the engine's settings, which come later, decide. */
const STORED = 'loopscope.textSize';

/** Applied at once, stored by the engine. */
export function chooseTextSize(size: TextSize): void {
  show(size);
  void storeSettings({ textSize: size });
}

/** Called once, before the first render. */
export function setupTextSize(): void {
  show(readStored());
  readSettings(({ textSize = 100 }) => show(textSize));
}

function show(size: TextSize): void {
  setRootSize(size);
  useTextSize.setState(size, true);
  try {
    window.localStorage.setItem(STORED, String(size));
  } catch {
    // The browser keeps nothing for this page: the settings still have it.
  }
}

function readStored(): TextSize {
  try {
    return findTextSize(Number(window.localStorage.getItem(STORED))) ?? 100;
  } catch {
    return 100;
  }
}
