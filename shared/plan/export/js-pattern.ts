/**
 * Patterns of RE2 as JavaScript writes them. What both read alike stays; `.` and `\s`, which JavaScript takes wider, are written out. What one
 * of them does not know, or reads as something else, is refused: a pattern that means something else would find something else.
 */
export interface JsPattern {
  readonly source: string;
  readonly flags: '' | 'i';
  /** 0: it has none, and the whole match counts. */
  readonly group: 0 | 1;
}

const SPACE = '\\t\\n\\f\\r ';
/** The escapes with the same meaning in both; any punctuation may be escaped. */
const SAME_ESCAPE = /^\\(?:[dDwWbBnrtfv]|x[0-9a-fA-F]{2}|[!-/:-@[-`{-~])$/;
const TOKEN = /\\x[0-9a-fA-F]{2}|\\.|\(\?P?<\w+>|\(\?:|\(\?|./gsu;

/** Null: it uses what JavaScript does not have, or reads differently. */
export function toJsPattern(re2: string): JsPattern | null {
  const [, given = ''] = /^\(\?([is]{1,2})\)/.exec(re2) ?? [];
  const rest = given === '' ? re2 : re2.slice(given.length + 3);
  let source = '';
  let groups = 0;
  // Where in a class: of its first character a bracket is a text in one and an end in the other.
  let inClass = false;
  for (const [token] of rest.matchAll(TOKEN)) {
    if (token.codePointAt(0)! > 0xffff || token === '(?') return null;
    if (inClass) {
      if (token === '[' || token === '\\S' || token === '\\b' || token === '\\B') return null;
      if (token === ']') inClass = false;
    }
    if (!inClass && (token === '(' || /^\(\?P?</.test(token))) groups++;
    if (token === '\\s') source += inClass ? SPACE : `[${SPACE}]`;
    else if (token === '\\S') source += `[^${SPACE}]`;
    else if (token.startsWith('\\')) {
      if (!SAME_ESCAPE.test(token)) return null;
      source += token;
    } else if (!inClass && token === '.') source += given.includes('s') ? '[\\s\\S]' : '[^\\n]';
    else if (!inClass && token === '[') {
      inClass = true;
      source += token;
    } else source += inClass ? token : token.replace(/^\(\?P?<\w+>$/, '(');
  }
  if (/\[\^?\]/.test(rest)) return null;
  const flags = given.includes('i') ? 'i' : '';
  try {
    new RegExp(source, flags);
  } catch {
    // There is no other way to ask.
    return null;
  }
  return { source, flags, group: groups > 0 ? 1 : 0 };
}
