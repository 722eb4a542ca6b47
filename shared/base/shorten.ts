/**
 * Names and addresses as long as anybody reads. The live merge and the reader of files cut alike, so a reopened session
 * shows what the live one did. Addresses may be whole programs (`data:` imports).
 */
export const MAX_NAME_LENGTH = 1_000;
export const MAX_URL_LENGTH = 2_000;

/** Cut to `length` characters, the last one an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${firstOf(text, length - 1)}…`;
}

/** The first `length` characters; never up to between the halves of a surrogate pair. */
export function firstOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
