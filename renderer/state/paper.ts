/** Whether pictures taken in the dark theme are light all the same, for paper. One choice for all of them, for as long as the page lives. */
import { create } from 'zustand';

const usePaperStore = create(() => ({ isLight: false }));

export function useLightPictures(): readonly [isLight: boolean, set: (isLight: boolean) => void] {
  return [usePaperStore((state) => state.isLight), set];
}

function set(isLight: boolean): void {
  usePaperStore.setState({ isLight });
}
