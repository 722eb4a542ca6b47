/** What a user has written in Markdown, as markup of a report: nothing in it is taken for HTML, and links lead nowhere. */
import { type Block, parseMarkdown, parseSpans } from '../base/markdown.ts';
import { type Html, html, lines, trusted } from './html.ts';

/** Those of the page are above. */
const HEADINGS_FROM = 3;
const LAST_HEADING = 6;

export function markdownHtml(source: string): Html {
  return html`${parseMarkdown(source, { asTyped: true }).map(blockHtml)}`;
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'heading': {
      const name = `h${Math.min(LAST_HEADING, block.level + HEADINGS_FROM - 1)}`;
      return element(name, spansHtml(block.text));
    }
    case 'paragraph':
      return html`<p class="text">${spansHtml(block.text)}</p>\n`;
    case 'code':
      return html`<pre><code>${lines(block.text)}</code></pre>\n`;
    case 'list':
      return listHtml(block);
    case 'table':
      return tableHtml(block);
  }
}

function listHtml({ start, items }: Extract<Block, { kind: 'list' }>): Html {
  const body = html`${items.map((item) => html`<li>${spansHtml(item)}</li>\n`)}`;
  return start === null ? element('ul', body) : html`<ol start="${start}">${body}</ol>\n`;
}

function tableHtml({ head, rows }: Extract<Block, { kind: 'table' }>): Html {
  return html`<div class="table"><table class="figures"><thead><tr>${head.map((cell) => html`<th scope="col">${spansHtml(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${spansHtml(cell)}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}

const TAGS = { code: 'code', strong: 'strong', emphasis: 'em' } as const;

/** A link is its words and, as text, where it would lead: a report has no addresses that somebody else has chosen. */
function spansHtml(source: string): Html {
  return html`${parseSpans(source).map((span) => {
    if (span.kind === 'text') return lines(span.text);
    if (span.kind === 'link') return span.href === '' ? lines(span.text) : lines(`${span.text} (${span.href})`);
    return element(TAGS[span.kind], lines(span.text), '');
  })}`;
}

/** `name` is one of ours. */
function element(name: string, body: Html, end = '\n'): Html {
  return html`${trusted(`<${name}>`)}${body}${trusted(`</${name}>${end}`)}`;
}
