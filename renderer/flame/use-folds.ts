/** What is folded away of the call tree of a screen: shown beside the zoom, and undone the same way. */
import { useMemo, useState } from 'react';
import { type Fold, isSameFold, MOST_FOLDS } from '../../shared/profile/tree/folds.ts';
import { useView } from '../state/view.ts';
import type { ZoomSteps } from './zoom-steps.ts';

export interface Folds {
  readonly list: readonly Fold[];
  readonly isFull: boolean;
  readonly add: (fold: Fold) => void;
  readonly remove: (fold: Fold) => void;
  /** Takes back the last one. */
  readonly undo: () => void;
  readonly clear: () => void;
}

export function useFolds(): Folds {
  const [list, setList] = useView('folds');
  return useFoldsOf(list, setList);
}

/** Of a figure that begins with some, and whose address does not have them. */
export function useOwnFolds(first: readonly Fold[]): Folds {
  const [list, setList] = useState(first);
  return useFoldsOf(list, setList);
}

function useFoldsOf(list: readonly Fold[], setList: (list: readonly Fold[], how?: 'back') => void): Folds {
  return useMemo(() => {
    const without = (fold: Fold) => list.filter((known) => !isSameFold(known, fold));
    return {
      list,
      isFull: list.length >= MOST_FOLDS,
      add: (fold) => setList([...without(fold), fold]),
      remove: (fold) => setList(without(fold)),
      undo: () => setList(list.slice(0, -1), 'back'),
      clear: () => setList([]),
    };
  }, [list, setList]);
}

/** Esc and Back: the zoom first, then the last fold. */
export function undo(steps: ZoomSteps, folds: Folds | null): void {
  if (steps.canGoBack) steps.back();
  else folds?.undo();
}

export function canUndo({ canGoBack }: ZoomSteps, folds: Folds | null): boolean {
  return canGoBack || (folds !== null && folds.list.length > 0);
}
