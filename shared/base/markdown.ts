/** Parses the subset of Markdown that our own pages use, and conclusions, into blocks. Pure; never produces HTML. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** `start`: the number of the first item; null: they have none. */
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export type Span =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const FENCE = /^```/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*]|(\d{1,9})\.)\s+(.*)$/;
const INDENTED = /^ {4}(.*)$/;

/** Of what people have typed (`asTyped`) lines stay lines, and nothing is taken for a comment. */
export function parseMarkdown(source: string, { asTyped = false }: { readonly asTyped?: boolean } = {}): Block[] {
  const lines = (asTyped ? source : source.replace(/<!--[\s\S]*?-->/g, '')).split(/\r\n|\n|\r/);
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines as long as they belong to the same block. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at]!)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.trim() === '') at += 1;
    else if (FENCE.test(line)) {
      at += 1;
      blocks.push({ kind: 'code', text: take((one) => !FENCE.test(one)).join('\n') });
      at += 1;
    } else if (HEADING.test(line)) {
      const [, marks, text] = HEADING.exec(line)!;
      blocks.push({ kind: 'heading', level: marks!.length, text: text! });
      at += 1;
    } else if (INDENTED.test(line)) {
      const code = take((one) => INDENTED.test(one) || one.trim() === '').map((one) => INDENTED.exec(one)?.[1] ?? '');
      while (code.at(-1) === '') code.pop();
      blocks.push({ kind: 'code', text: code.join('\n') });
    } else if (line.startsWith('|')) blocks.push(table(take((one) => one.startsWith('|'))));
    else if (ITEM.test(line))
      blocks.push(list(take((one) => (ITEM.test(one) ? isNumbered(one) === isNumbered(line) : /^\s+\S/.test(one)))));
    else blocks.push({ kind: 'paragraph', text: take((one) => one.trim() !== '' && !startsBlock(one)).join(asTyped ? '\n' : ' ') });
  }
  return blocks;
}

/** A line of a paragraph that begins with a number and a full stop is an item only where a list would begin: with 1 (as in CommonMark). */
function startsBlock(line: string): boolean {
  const item = ITEM.exec(line);
  return FENCE.test(line) || HEADING.test(line) || line.startsWith('|') || (item !== null && Number(item[1] ?? 1) === 1);
}

function isNumbered(item: string): boolean {
  return ITEM.exec(item)?.[1] !== undefined;
}

function list(lines: readonly string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[2]!);
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const number = ITEM.exec(lines[0]!)?.[1];
  return { kind: 'list', start: number === undefined ? null : Number(number), items };
}

function table(lines: readonly string[]): Block {
  const cells = (line: string): string[] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replace(/\\\|/g, '|'));
  const rows = lines.filter((line) => !/^[|\s:-]+$/.test(line)).map(cells);
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
}

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^[\]]+)\]\(([^)\s]*)\)/;

export function parseSpans(source: string): Span[] {
  const spans: Span[] = [];
  let rest = source;
  for (let found = SPAN.exec(rest); found !== null; found = SPAN.exec(rest)) {
    if (found.index > 0) spans.push({ kind: 'text', text: rest.slice(0, found.index) });
    spans.push(spanOf(found));
    rest = rest.slice(found.index + found[0].length);
  }
  return rest === '' ? spans : [...spans, { kind: 'text', text: rest }];
}

function spanOf([, code, strong, emphasis, link, href]: RegExpExecArray): Span {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  return { kind: 'link', text: link!, href: href! };
}
