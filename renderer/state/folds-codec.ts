/**
 * What is folded away of call trees, in the address, the first first:
 *
 *   mine;function,render,file%3A%2F%2F%2Fapp.js,4
 */
import { type Fold, MOST_FOLDS } from '../../shared/profile/folds.ts';
import { escapeText, unescapeText } from './escape-text.ts';

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

function parseFold(text: string): Fold | null {
  if (text === 'mine') return { how: 'mine' };
  const [how, name = '', file = '', line = '', ...more] = text.split(',', 5);
  const [called, url] = [unescapeText(name), unescapeText(file)];
  if ((how !== 'function' && how !== 'recursion') || called === null || url === null || !LINE.test(line) || more.length > 0) return null;
  return { how, function: called, url, line: Number(line) };
}
