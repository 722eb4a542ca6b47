/** The door of main to its texts. Without ICU, which would have to be read before the first window. */
import { desktop } from '../../shared/words/catalogue.ts';

export const words = desktop;

/** `fill('{name} is there already.', { name })`. */
export function fill(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder);
}
