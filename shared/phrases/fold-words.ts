/** What is folded away of a call tree, in words: on its chip, and on pictures and files of the tree. */
import { calledFunction } from '../format/place.ts';
import type { Fold, FoldOptions } from '../profile/tree/folds.ts';
import { text } from '../words/words.ts';

export function foldValues(fold: Fold): { readonly how: Fold['how']; readonly name: string } {
  return { how: fold.how, name: fold.how === 'mine' ? '' : calledFunction(fold) };
}

/** A line for the kinds, a line for the rest. */
export function foldLines({ hide, folds = [] }: FoldOptions): string[] {
  return [
    hide.length === 0 ? [] : text('take.folded', { kinds: hide.map((kind) => text(`run.kinds.${kind}`)).join(', ') }),
    folds.length === 0 ? [] : text('take.folds', { folds: folds.map((fold) => text('run.folds.chip', foldValues(fold))).join('; ') }),
  ].flat();
}
