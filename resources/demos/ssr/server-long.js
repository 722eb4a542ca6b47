// Server-side rendering as ONE LONG TASK.
//
// All 25 chunks are rendered in one go. Meanwhile this process can do nothing else; other requests are not even
// read. Responses therefore leave one after the other, in the order of the requests:
//
//     event loop  |== request 1 ==|== request 2 ==|== request 3 ==| ...
//     response 1                  ^
//     response 2                                  ^
//     response 3                                                  ^

import { createServer } from 'node:http';
import { askApi } from './api.js';
import { sendCrowd } from './crowd.js';
import { CHUNKS, renderChunk, toPage } from './list.js';

const server = createServer(async (request, response) => {
  // Three cheap responses. How long does one take while a page is being rendered?
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

  let html = '';
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    html = renderChunk(chunk);
  }

  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(toPage(html));
});

// Port 0: any free port. Loopscope finds it.
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  console.log(`one long task: ${url}`);
  // In the mixed variants: other clients that request the page all the time.
  sendCrowd(url);
});
