/** What a variant is called. */
import { showHidden } from '../format/show-hidden.ts';
import { variantIndex, variantLetter } from '../model/comparison.ts';

/** A comparison, or what is known of one. */
export interface Named {
  readonly setup: { readonly variants: readonly { readonly title: string }[] };
}

/** "B (Many small tasks)": the letter it has in charts and the name it was given. */
export function nameOf({ setup }: Named, letter: string): string {
  const title = showHidden(setup.variants[variantIndex(letter)]?.title.trim() ?? '');
  return title === '' || title === letter || title.endsWith(` ${letter}`) ? letter : `${letter} (${title})`;
}

export function namesOf(info: Named): string[] {
  return info.setup.variants.map((_, index) => nameOf(info, variantLetter(index)));
}
