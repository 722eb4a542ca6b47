// Server-side rendering as MANY SMALL TASKS.
//
// The same 25 chunks as in server-long.js, but after each one the event loop gets its turn (setImmediate). Between two
// chunks of one request it can start others, so all requests that are there go forward together, a chunk at a time:
//
//     event loop  |1|2|3|1|2|3|1|2|3| ... |1|2|3|
//     answer to 1                             ^
//     answer to 2                               ^
//     answer to 3                                 ^
//
// No time is saved: it is the same work. It is only shared out differently.

import { createServer } from 'node:http';
import { askApi } from './api.js';
import { sendCrowd } from './crowd.js';
import { CHUNKS, renderChunk, toPage } from './list.js';

/** Renders chunk `chunk` and all after it, each in a task of its own; then calls `done` with the HTML. */
function renderFrom(chunk, done) {
  const html = renderChunk(chunk);
  if (chunk + 1 === CHUNKS) {
    done(html);
  } else {
    setImmediate(() => renderFrom(chunk + 1, done));
  }
}

const server = createServer(async (request, response) => {
  // Two cheap answers. How long does it take to get one while pages are being rendered?
  if (request.url === '/health') {
    response.end('well\n');
    return;
  }
  if (request.url !== '/') {
    response.writeHead(404).end('There is only one page here: /\n');
    return;
  }

  // In the variants with the API: what another server knows has to come first. Waiting for it blocks nobody.
  if (process.env.WITH_API) await askApi();

  renderFrom(0, (html) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(toPage(html));
  });
});

// Port 0: any free port. Loopscope notices which one it is.
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  console.log(`many small tasks: ${url}`);
  // In the mixed variants: other people who ask for the page all the time.
  sendCrowd(url);
});
