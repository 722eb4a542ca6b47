/** How large text is: the user's choice, a percentage of the usual size. */
import { create } from 'zustand';
import { findTextSize, type TextSize } from '../../shared/model/text-size.ts';
import { request } from '../bridge.ts';
import { setRootSize } from '../text-scale.ts';
import { showFailure } from './shell.ts';

export const useTextSize = create<TextSize>(() => 100);

/** The size of the last visit, so that the first picture already has it; the engine's settings, which come later, decide. */
const STORED = 'loopscope.textSize';

/** Applied at once, stored by the engine. */
export function chooseTextSize(size: TextSize): void {
  show(size);
  void request('settings.set', { textSize: size }).then((answer) => {
    if (!answer.ok) showFailure(answer.failure);
  });
}

/** Called once, before the first render. */
export function setupTextSize(): void {
  show(readStored());
  void request('settings.get', {}).then((answer) => {
    if (answer.ok) show(answer.value.textSize ?? 100);
  });
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
