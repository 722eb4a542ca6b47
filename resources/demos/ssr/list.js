// What both servers do for each request: render the same small list 25 x 225 times.
//
// One list takes a few microseconds. A real page is made of thousands of such pieces; here they are all alike, so that
// the only difference between the two servers is *when* they render, never *what*.

import { createElement } from 'react';
// The package's main entry: renderToString, the synchronous renderer. It returns when everything is rendered, and
// nothing else happens in this process until then.
import ReactDOMServer from 'react-dom/server';

/** A request is rendered in this many chunks... */
export const CHUNKS = 25;
/** ...of this many lists each. The quick forms of the study render smaller pages, to finish within a minute. */
export const LISTS_PER_CHUNK = Number(process.env.LISTS_PER_CHUNK ?? 225);

const ITEMS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

function List({ title, items }) {
  return createElement(
    'ul',
    { className: 'list', title },
    items.map((item) => createElement('li', { key: item }, item)),
  );
}

/** Renders one chunk, about a twenty-fifth of the work of a request, and returns the HTML of its last list. */
export function renderChunk(chunk) {
  let html = '';
  for (let i = 0; i < LISTS_PER_CHUNK; i++) {
    html = ReactDOMServer.renderToString(createElement(List, { title: `list ${i} of chunk ${chunk}`, items: ITEMS }));
  }
  return html;
}

/** The page that is sent. Only the last list is on it: the study is about rendering, not about sending. */
export function toPage(html) {
  return `<!doctype html><title>${CHUNKS} x ${LISTS_PER_CHUNK} lists</title>${html}\n`;
}
