/** Markup by a template tag: what is put in is text and is escaped, unless it is markup made by the same tag. */
import { escapeHtml } from './escape.ts';

export interface Html {
  readonly html: string;
}
export type HtmlValue = string | number | Html | null | readonly HtmlValue[];

export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { html: parts.reduce((text, part, index) => `${text}${write(values[index - 1] ?? null)}${part}`) };
}

function write(value: HtmlValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return isList(value) ? value.map(write).join('') : value.html;
}

function isList(value: Html | readonly HtmlValue[]): value is readonly HtmlValue[] {
  return Array.isArray(value);
}

/** Text of several lines that keeps them; its place must have `white-space: pre-wrap`. */
export function lines(text: string): Html {
  const each = text.replace(/\r\n?/g, '\n').split('\n');
  return { html: each.map((line) => line.split('\t').map(escapeHtml).join('\t')).join('\n') };
}

/** Markup that was written here, by us: the style sheet, paths of drawings. */
export function trusted(text: string): Html {
  return { html: text };
}
