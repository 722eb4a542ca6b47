/** What a variant is called. */
import { showHidden } from '../format/show-hidden.ts';
import { type ComparisonSetup, variantIndex, variantLetter } from '../model/comparison.ts';

type Named = { readonly setup: Pick<ComparisonSetup, 'variants'> };

/** "B (Many small tasks)": the letter it has in charts and the name it was given. */
export function nameOf({ setup }: Named, letter: string): string {
  const title = showHidden(setup.variants[variantIndex(letter)]?.title.trim() ?? '');
  return title === '' || title === letter || title.endsWith(` ${letter}`) ? letter : `${letter} (${title})`;
}

export function namesOf(info: Named): string[] {
  return info.setup.variants.map((_, index) => nameOf(info, variantLetter(index)));
}
