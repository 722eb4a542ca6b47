/** Reads a report back as a person does: tables by their captions, drawings by their titles. No parser of HTML is needed for our own. */

export function unescapeHtml(text: string): string {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!);
}

function textOf(markup: string): string {
  return unescapeHtml(markup.replace(/<[^>]*>/g, ''));
}

/** Rows of the table with this caption, head first, cells as text. Throws when there is none. */
export function tableOf(html: string, caption: string): string[][] {
  const found = [...html.matchAll(/<table[^>]*><caption>(.*?)<\/caption>(.*?)<\/table>/gs)].find(([, title]) => textOf(title!) === caption);
  if (!found) throw new Error(`There is no table "${caption}".`);
  return [...found[2]!.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => textOf(cell!)),
  );
}

/** The row of a table that starts with this name. */
export function rowOf(html: string, caption: string, name: string): string[] {
  const row = tableOf(html, caption).find(([first]) => first === name);
  if (!row) throw new Error(`The table "${caption}" has no row "${name}".`);
  return row;
}

export function answerOf(html: string): string {
  return textOf(/<p class="answer[^"]*">(.*?)<\/p>/s.exec(html)?.[1] ?? '');
}

/** Titles of the frames of the drawing with this id. */
export function frameTitles(html: string, id: string): string[] {
  const drawing = new RegExp(`aria-labelledby="${id}-title.*?</svg>`, 's').exec(html)?.[0] ?? '';
  return [...drawing.matchAll(/<g class="[^"]*"><title>(.*?)<\/title>/gs)].map(([, title]) => textOf(title!));
}
