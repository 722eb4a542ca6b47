/** The text that could not be copied, for the dialog in which it is selected (ui/CopyByHand.tsx); null: there is none. */
import { create } from 'zustand';

const useStore = create<{ readonly value: string | null }>(() => ({ value: null }));

export function useCopyByHand(): string | null {
  return useStore(({ value }) => value);
}

export function offerByHand(value: string | null): void {
  useStore.setState({ value });
}
