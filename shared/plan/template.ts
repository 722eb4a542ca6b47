/**
 * Texts with placeholders: `/users/{{id}}`. A placeholder is replaced by the value of that name; `\{{` is two braces and no placeholder. There
 * is nothing else in it: no expressions, no functions, and a value that looks like a placeholder is not replaced again.
 */

/** What a value is replaced by: a text, or a number or other value where it keeps its type. */
export type Value = string | number | boolean | null;
/** Of the value with this name. */
export type Lookup = (name: string) => Value;

/** Texts and names in turn: `text[0] name[0] text[1] name[1] ... text[n]`. */
export interface Template {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

export const VALUE_NAME = /^[A-Za-z_][\w-]{0,63}$/;

const PLACEHOLDER = /\\\{\{|\{\{[ \t]*([A-Za-z_][\w-]{0,63})[ \t]*\}\}/g;

export function parseTemplate(source: string): Template {
  const texts: string[] = [];
  const names: string[] = [];
  let text = '';
  let from = 0;
  for (const match of source.matchAll(PLACEHOLDER)) {
    text += source.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] === undefined) {
      text += '{{';
    } else {
      texts.push(text);
      names.push(match[1]);
      text = '';
    }
  }
  return { texts: [...texts, text + source.slice(from)], names };
}

/** Where a text has `{{` that begins no placeholder, and is not written `\{{`; null: nowhere. `{{user.name}}` sent as it is would be a surprise. */
export function strayBraces(source: string): string | null {
  const rest = source.replace(PLACEHOLDER, (all) => ' '.repeat(all.length));
  const at = rest.indexOf('{{');
  return at < 0 ? null : source.slice(at, at + 40);
}

/** Text in which nothing is replaced. */
export function literal(text: string): string {
  return text.replaceAll('{{', '\\{{');
}

export function placeholder(name: string): string {
  return `{{${name}}}`;
}

export function isConstant({ names }: Template): boolean {
  return names.length === 0;
}

/** The name, where a text is nothing but one placeholder. */
export function onlyName({ texts, names }: Template): string | null {
  return names.length === 1 && texts[0] === '' && texts[1] === '' ? names[0]! : null;
}

/** `write`: how a value is written at this place. */
export function fill({ texts, names }: Template, lookup: Lookup, write: (value: Value) => string = String): string {
  let text = texts[0]!;
  for (let i = 0; i < names.length; i++) text += write(lookup(names[i]!)) + texts[i + 1]!;
  return text;
}
