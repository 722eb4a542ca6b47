/** What a secret looks like, whatever its name: keys of known services, signed tokens, and strings that are not words. */

/** As their services write them, where the form alone is certain. */
const KNOWN =
  /\b(?:gh[oprsu]_\w{10,}|github_pat_\w{10,}|glpat-[\w-]{10,}|sk-[\w-]{16,}|[prs]k_(?:live|test)_\w{6,}|A(?:KI|SI)A[0-9A-Z]{12,}|xox[abeoprs]-[\w-]{6,}|AIza[\w-]{20,}|ya29\.[\w.-]{10,}|npm_\w{20,}|hv[sb]\.\w{10,}|SG\.[\w-]{10,}\.[\w-]{10,})/g;
/** A JSON web token: its first part is `{"` in base64. */
const SIGNED = /\beyJ[\w-]{6,}(?:\.[\w-]*){0,4}/g;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** Words as they stand in paths, lists and queries. */
const WORD = /[\w+~-]{16,}={0,2}/g;

/** `eyJ` and six more: the least that is a token. */
const SHORTEST_TOKEN = 9;

/** The text with whatever looks like a key or a token replaced by `mark`. */
export function withoutTokens(text: string, mark: string): string {
  if (text.length < SHORTEST_TOKEN) return text;
  return text
    .replace(KNOWN, mark)
    .replace(SIGNED, mark)
    .replace(UUID, mark)
    .replace(WORD, (word) => (word.split(/[^A-Za-z0-9]/).some(isRandom) ? mark : word));
}

/** Shorter ones are hard to distinguish from words, and are seldom issued. */
const SHORTEST = 16;
/**
 * Share of neighbours that are of another class (lower case, upper case, digit). Random letters and digits of both cases reach 0.62,
 * of one case 0.40, hexadecimal 0.47; words in camel case about 0.3, with a number in them 0.1 to 0.2.
 */
const MIXED_WITH_DIGITS = 0.25;
const MIXED_LETTERS = 0.45;

function isRandom(piece: string): boolean {
  if (piece.length < SHORTEST) return false;
  // The number of a card, and every number of that length.
  if (/^\d+$/.test(piece)) return true;
  const changes = [...piece].filter((character, at) => at > 0 && classOf(character) !== classOf(piece[at - 1]!)).length;
  return changes / piece.length >= (/\d/.test(piece) ? MIXED_WITH_DIGITS : MIXED_LETTERS);
}

function classOf(character: string): 'digit' | 'upper' | 'lower' {
  if (character >= '0' && character <= '9') return 'digit';
  return character >= 'A' && character <= 'Z' ? 'upper' : 'lower';
}
