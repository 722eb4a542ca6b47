/**
 * Names and addresses as long as anybody reads. The live merge and the reader of files cut alike, so a reopened session
 * shows what the live one did. Addresses may be whole programs (`data:` imports).
 */
export const MAX_NAME_LENGTH = 1_000;
export const MAX_URL_LENGTH = 2_000;

/** Cut to `length` characters, the last one an ellipsis; never between the halves of a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
