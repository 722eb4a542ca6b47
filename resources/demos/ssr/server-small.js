// Server-side rendering as MANY SMALL TASKS.
//
// The same 25 chunks as in server-long.js, but after each one the event loop gets its turn (setImmediate). Between two
// chunks of one request it can start others, so all requests in flight make progress together, a chunk at a time:
//
//     event loop  |1|2|3|1|2|3|1|2|3| ... |1|2|3|
//     response 1                              ^
//     response 2                                ^
//     response 3                                  ^
//
// No time is saved: the work is the same, only its order differs.

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
  // Three cheap responses. How long does one take while pages are being rendered?
  if (request.url === '/health') {
    response.end('well\n');
    return;
  }
  if (request.url === '/old') {
    response.writeHead(302, { location: '/' }).end();
    return;
  }
  if (request.url !== '/') {
    response.writeHead(404).end('There is only one page here: /\n');
    return;
  }

  // In the variants with the API: data from another server is needed first. Waiting for it does not block the event loop.
  if (process.env.WITH_API) await askApi();

  renderFrom(0, (html) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(toPage(html));
  });
});

// Port 0: any free port. Loopscope finds it.
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  console.log(`many small tasks: ${url}`);
  // In the mixed variants: other clients that request the page all the time.
  sendCrowd(url);
});
