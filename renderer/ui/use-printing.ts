/** Whether the page is being printed: then tables have rows that are not in sight, too. */
import { useSyncExternalStore } from 'react';

const paper = window.matchMedia('print');

function subscribe(listener: () => void): () => void {
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
}

export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => paper.matches);
}
