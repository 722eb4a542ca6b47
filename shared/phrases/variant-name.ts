/** What a variant is called. */
import { showHidden } from '../base/show-hidden.ts';
import { variantIndex, variantLetter } from '../model/comparison/comparison.ts';
import type { LoadTool } from '../model/load/load-result.ts';
import { text } from '../words/words.ts';

/** A comparison, or what is known of one. */
export interface Named {
  readonly setup: { readonly variants: readonly { readonly title: string; readonly tool?: LoadTool | undefined }[] };
}

/** "B (Many small tasks)": the letter it has in charts and the name it was given; "B (points.json, from k6)" where another tool measured it. */
export function nameOf({ setup }: Named, letter: string): string {
  const { title: given = '', tool } = setup.variants[variantIndex(letter)] ?? {};
  const title = showHidden(given.trim());
  if (tool !== undefined) return text('compare.ofTool', { letter, title, tool: text(`run.external.tool.${tool}`) });
  return title === '' || title === letter || title.endsWith(` ${letter}`) ? letter : `${letter} (${title})`;
}

export function namesOf(info: Named): string[] {
  return info.setup.variants.map((_, index) => nameOf(info, variantLetter(index)));
}
