/** What a variant is called. Pure. */
import { variantLetter } from '../../shared/model/comparison.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';

/** "B (Many small tasks)": the letter it has in charts and the name it was given. */
export function nameOf({ setup }: Pick<ComparisonInfo, 'setup'>, letter: string): string {
  const index = letter.charCodeAt(0) - 65;
  const title = setup.variants[index]?.title.trim() ?? '';
  return title === '' || title === letter || title.endsWith(` ${letter}`) ? letter : `${letter} (${title})`;
}

export function namesOf(info: Pick<ComparisonInfo, 'setup'>): string[] {
  return info.setup.variants.map((_, index) => nameOf(info, variantLetter(index)));
}
