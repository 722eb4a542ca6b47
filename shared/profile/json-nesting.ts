/**
 * Finds nesting deeper than `limit` in a JSON text before it is parsed: JSON.parse takes millions of nested arrays, and
 * whatever walks them afterwards does not. Returns the character where the limit is passed, or null.
 */
export function checkNesting(text: string, limit: number): number | null {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // "
        i = endOfString(text, i);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > limit) return i;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
    }
  }
  return null;
}

/** Place of the quote that closes the string opened at `start`; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i++; // \ escapes the next character
  }
  return text.length;
}
