/** Without halves of surrogate pairs, which have no spelling in a URL; whole pairs stay. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '');
}
