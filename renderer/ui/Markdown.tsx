import { createElement, type ReactNode } from 'react';
import { type Block, parseMarkdown, parseSpans, type Span } from '../../shared/base/markdown.ts';
import css from './Markdown.module.css';

/** Renders a link. By default only its text: help pages do not link to other sites. */
export type DrawLink = (href: string, words: string) => ReactNode;

const asWords: DrawLink = (_, words) => words;

/** Renders our own text pages. Elements are created one by one: no text is interpreted as HTML. */
export function Markdown({ text, drawLink = asWords }: { text: string; drawLink?: DrawLink }) {
  // Blocks of a fixed text never move, so their index is their key.
  return <div className={css.markdown}>{parseMarkdown(text).map((block, index) => withKey(index, drawBlock(block, drawLink)))}</div>;
}

function withKey(key: number, node: ReactNode): ReactNode {
  return (
    <div key={key} className={css.block}>
      {node}
    </div>
  );
}

function drawBlock(block: Block, drawLink: DrawLink): ReactNode {
  const spans = (text: string) => drawSpans(text, drawLink);
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, null, ...spans(block.text));
    case 'paragraph':
      return createElement('p', null, ...spans(block.text));
    case 'code':
      return <pre>{block.text}</pre>;
    case 'list':
      return drawList(block, spans);
    case 'table':
      return drawTable(block, spans);
  }
}

function drawList({ start, items }: Extract<Block, { kind: 'list' }>, spans: (text: string) => ReactNode[]): ReactNode {
  const children = items.map((item) => createElement('li', null, ...spans(item)));
  return start === null ? createElement('ul', null, ...children) : createElement('ol', { start }, ...children);
}

function drawTable({ head, rows }: Extract<Block, { kind: 'table' }>, spans: (text: string) => ReactNode[]): ReactNode {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    createElement('tr', null, ...cells.map((cell) => createElement(tag, null, ...spans(cell))));
  return (
    <table>
      <thead>{row(head, 'th')}</thead>
      {createElement('tbody', null, ...rows.map((cells) => row(cells, 'td')))}
    </table>
  );
}

const TAGS: Record<Exclude<Span['kind'], 'text' | 'link'>, string> = { code: 'code', strong: 'strong', emphasis: 'em' };

function drawSpans(text: string, drawLink: DrawLink): ReactNode[] {
  return parseSpans(text).map((span) => {
    if (span.kind === 'text') return span.text;
    return span.kind === 'link' ? drawLink(span.href, span.text) : createElement(TAGS[span.kind], null, span.text);
  });
}
