/** What an HTML page says, in a few lines of plain text: of an error page the title, headings and preformatted parts, of others what is seen first. */

const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;
const UNSEEN = /<(script|style|template|noscript|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const HEAD = /<head\b[\s\S]*?<\/head\s*>/i;
const TELLING = /<(title|h1|pre)\b[^>]*>([\s\S]*?)(?:<\/\1\s*>|$)/gi;
/** Where a line ends on the screen. */
const BREAKS = /<(?:br|\/?(?:p|div|li|tr|h[1-6]|pre|section|header|footer|table|ul|ol))\b[^>]*>/gi;
const TAGS = /<[^>]*(?:>|$)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export function isHtml(type: string, text: string): boolean {
  return type.includes('html') || /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Lines without repetition; empty: nothing can be seen. */
export function htmlGist(html: string): string {
  const page = html.replace(COMMENTS, '').replace(UNSEEN, '');
  const telling = [...page.matchAll(TELLING)].flatMap(([, , content = '']) => linesOf(content));
  const lines = telling.length > 0 ? telling : linesOf(page.replace(HEAD, ''));
  return [...new Set(lines)].join('\n');
}

function linesOf(html: string): string[] {
  const plain = html.replace(BREAKS, '\n').replace(TAGS, '');
  const lines = plain.split('\n').map((line) => decode(line).replace(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '');
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    const code = decimal === undefined ? (hex === undefined ? null : Number.parseInt(hex, 16)) : Number(decimal);
    if (code === null) return ENTITIES[String(name).toLowerCase()] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
