/**
 * What is folded away of call trees as text, the first first: in the address, and behind the kinds in `--fold`.
 *
 *   core,native;mine;function,render,file%3A%2F%2F%2Fapp.js,4
 */
import { escapeText, unescapeText } from '../../base/escape-text.ts';
import { FOLDABLE_KINDS, type Fold, type FoldOptions, MOST_FOLDS } from './folds.ts';

const LINE = /^\d{1,9}$/;

export function printFolds(folds: readonly Fold[]): string {
  return folds
    .map((fold) => (fold.how === 'mine' ? fold.how : [fold.how, escapeText(fold.function), escapeText(fold.url), fold.line].join(',')))
    .join(';');
}

/** Null: not what `printFolds` writes. */
export function parseFolds(text: string): readonly Fold[] | null {
  const folds = text.split(';', MOST_FOLDS).map(parseFold);
  return folds.every((fold): fold is Fold => fold !== null) ? folds : null;
}

export function printFoldOptions({ hide, folds = [] }: FoldOptions): string {
  return [hide.join(','), printFolds(folds)].filter((text) => text !== '').join(';');
}

/** Null: not what `printFoldOptions` writes. The parts may come in any order. */
export function parseFoldOptions(text: string): Required<FoldOptions> | null {
  const parts = text.split(';').map((part) => part.trim());
  const kindsOf = (part: string) => part.split(',').map((word) => FOLDABLE_KINDS.find((kind) => kind === word.trim()));
  const isOfKinds = (part: string) => !kindsOf(part).includes(undefined);
  const named = parts.filter((part) => !isOfKinds(part));
  const folds = named.length === 0 ? [] : named.length > MOST_FOLDS ? null : parseFolds(named.join(';'));
  const kinds = parts.filter(isOfKinds).flatMap(kindsOf);
  return folds === null ? null : { hide: FOLDABLE_KINDS.filter((kind) => kinds.includes(kind)), folds };
}

function parseFold(text: string): Fold | null {
  if (text === 'mine') return { how: 'mine' };
  const [how, name = '', file = '', line = '', ...more] = text.split(',', 5);
  const [called, url] = [unescapeText(name), unescapeText(file)];
  if ((how !== 'function' && how !== 'recursion') || called === null || url === null || !LINE.test(line) || more.length > 0) return null;
  return { how, function: called, url, line: Number(line) };
}
