/** Any text as safe characters of an address: letters, digits and `-_.!~*'()%`, so that `,;|&=` can separate. */
export function escapeText(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half of a surrogate pair, which nobody types.
    return '';
  }
}

/** Null: not what `escapeText` writes. */
export function unescapeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
